import { Button, Group, Text } from '@mantine/core'
import { words } from '#features/sessions/messages.ts'
import { useSettings } from '#kit/web/settings.ts'

const accounts = [
  { name: 'Client', username: 'client@demo.test' },
  { name: 'Analyst', username: 'analyst@demo.test' },
  { name: 'Admin', username: 'admin@demo.test' },
] as const

/** In the demo world, whose password everybody knows, one click fills the form. */
export function DemoAccounts({ choose }: { choose: (username: string, password: string) => void }) {
  const { demoPassword } = useSettings()
  if (!demoPassword) return null
  return (
    <>
      <Text size="sm" c="dimmed" ta="center" mt="lg">
        {words.demo}
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
