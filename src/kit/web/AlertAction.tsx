import { Button, Group } from '@mantine/core'

type Action = { label: string; onClick: () => void }
type Props = { message: string; actions: readonly Action[] }

/** The content of an alert with what it offers, such as Undo. */
export function AlertAction({ message, actions }: Props) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <span>{message}</span>
      <Group gap={6} flex="none" justify="flex-end">
        {actions.map(({ label, onClick }) => (
          <Button key={label} size="compact-xs" variant="default" onClick={onClick}>
            {label}
          </Button>
        ))}
      </Group>
    </Group>
  )
}
