import { Button, Group } from '@mantine/core'

type Props = { message: string; label: string; onClick: () => void }

/** The content of an alert with one action, such as Undo. */
export function AlertAction({ message, label, onClick }: Props) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <span>{message}</span>
      <Button size="compact-xs" variant="default" flex="none" onClick={onClick}>
        {label}
      </Button>
    </Group>
  )
}
