import { Button, List, Paper, Text, ThemeIcon, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { texts } from './texts.ts'

type Counts = { companies: number; brands: number; hasClients: boolean; hasFindings: boolean }

/** What an empty console still lacks before a client sees anything, in order; nothing once all of it is there. */
export function FirstSteps({ counts }: { counts: Counts }) {
  const steps = [
    { ...texts.steps.company, path: '/companies', isDone: counts.companies > 0 },
    { ...texts.steps.brand, path: '/brands', isDone: counts.brands > 0 },
    { ...texts.steps.user, path: '/users', isDone: counts.hasClients },
    { ...texts.steps.upload, path: '/data-upload', isDone: counts.hasFindings },
  ]
  const next = steps.findIndex(({ isDone }) => !isDone)
  if (next === -1) return null
  return (
    <Paper component="section" p="lg" mt="md" aria-label={texts.title}>
      <Title order={2}>{texts.title}</Title>
      <Text c="dimmed" size="sm" mb="md">
        {texts.intro}
      </Text>
      <List type="ordered" listStyleType="none" spacing="md" center={false}>
        {steps.map(({ name, why, path, isDone }, at) => (
          <List.Item
            key={path}
            icon={
              <ThemeIcon size={26} radius="xl" variant={isDone ? 'filled' : 'default'} color="green.8" aria-hidden>
                {isDone ? <IconCheck size={16} /> : at + 1}
              </ThemeIcon>
            }
          >
            <Text fw={600} size="md">
              {name}
              {isDone && <span className="visually-hidden">: {texts.done}</span>}
            </Text>
            {isDone ? null : (
              <>
                <Text c="dimmed" size="sm" mb={4}>
                  {why}
                </Text>
                {at === next && (
                  <Button component={Link} to={path} size="xs">
                    {name}
                  </Button>
                )}
              </>
            )}
          </List.Item>
        ))}
      </List>
    </Paper>
  )
}
