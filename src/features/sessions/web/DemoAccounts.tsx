import { Button, Group, Text } from '@mantine/core'
import { texts } from './texts.ts'
import { useSettings } from '#kit/web/settings.ts'

const accounts = [
  { name: 'Client', username: 'client@demo.test' },
  { name: 'Analyst', username: 'analyst@demo.test' },
  { name: 'Admin', username: 'admin@demo.test' },
] as const

/** Buttons that fill the form with a demo account; only with demo data, whose password is public. */
export function DemoAccounts({ choose }: { choose: (username: string, password: string) => void }) {
  const { demoPassword } = useSettings()
  if (!demoPassword) return null
  return (
    <>
      <Text size="sm" c="dimmed" ta="center" mt="lg">
        {texts.demo}
      </Text>
      <Group justify="center" gap="xs" mt="xs">
        {accounts.map(({ name, username }) => (
          <Button key={name} variant="default" size="xs" onClick={() => choose(username, demoPassword)}>
            {name}
          </Button>
        ))}
      </Group>
    </>
  )
}
