import { Alert, Button, Group, Text } from '@mantine/core'

/** Says that the form has what was not saved when the session ended. */
export function Restored({ discard }: { discard: () => void }) {
  return (
    <Alert color="accent" variant="light" p="xs">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm">Restored your unsaved changes.</Text>
        <Button size="compact-sm" variant="default" onClick={discard}>
          Discard
        </Button>
      </Group>
    </Alert>
  )
}
