import { ActionIcon, Button, CopyButton, Group, Table, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { sheetTexts } from '#features/notices/messages.ts'
import { texts } from './texts.ts'

type Field = { label: string; value: string }

/** The parts of a form to be filled in elsewhere, each answer ready to be copied. */
export function SheetParts({ parts }: { parts: readonly { title: string; fields: readonly Field[] }[] }) {
  return parts.map((part) => (
    <Table key={part.title} variant="vertical" withTableBorder layout="fixed" aria-label={part.title}>
      <Table.Caption style={{ captionSide: 'top', textAlign: 'start' }} mt={0} fw={600} c="var(--mantine-color-text)">
        {part.title}
      </Table.Caption>
      <Table.Tbody>
        {part.fields.map((field) => (
          <Table.Tr key={field.label}>
            <Table.Th scope="row" w={{ base: 110, xs: 210 }} pt={9} style={{ verticalAlign: 'top' }}>
              {field.label}
            </Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <Answer {...field} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  ))
}

type CopyProps = {
  /** Undefined while it is loaded. */
  text: string | undefined
  label: string
}

/** Copies the whole sheet as text. */
export function CopySheet({ text, label }: CopyProps) {
  return (
    <CopyButton value={text ?? ''}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          px="sm"
          disabled={text === undefined}
          leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          onClick={copy}
        >
          {copied ? texts.copied : label}
        </Button>
      )}
    </CopyButton>
  )
}

function Answer({ label, value }: { label: string; value: string }) {
  if (value === '')
    return (
      <Text size="sm" c="dimmed" py={2}>
        {sheetTexts.notKnown}
      </Text>
    )
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between" align="flex-start">
      {/* A reply has lines. */}
      <Text size="sm" py={2} miw={0} style={{ whiteSpace: 'pre-line' }}>
        {value}
      </Text>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <ActionIcon size={24} variant="subtle" color="gray" aria-label={`${texts.copy} ${label}`} onClick={copy}>
            {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          </ActionIcon>
        )}
      </CopyButton>
    </Group>
  )
}
