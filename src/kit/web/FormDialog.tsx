import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { OpenModal } from './OpenModal.tsx'
import { valueText, type Values } from './form-values.ts'
import { FormFields } from './FormFields.tsx'
import { BlockSave, useSaveBlock } from './block-save.ts'
import { PartBoundary } from './PartBoundary.tsx'
import { recordGone } from './record-gone.ts'
import { Restored } from './Restored.tsx'
import { useDiscardGuard } from './use-discard-guard.tsx'
import { useFirstError } from './use-first-error.ts'
import type { FormOf } from './use-form.ts'

type Props<V extends Values> = {
  title: string
  form: FormOf<V>
  /** field → its label; conflicts use it to name the fields. */
  labels: Readonly<Record<keyof V & string, string>>
  close: () => void
  /** Label of the submit button. */
  save?: string
  size?: string | number
  /** Escape does not close it. */
  ignoreEscape?: boolean
  children: ReactNode
}

const leaveConfirmation = {
  title: 'Leave without saving?',
  text: 'Your unsaved changes will be lost.',
  yes: 'Discard',
  no: 'Keep editing',
  dangerous: true,
}

/**
 * A form in a dialog. Render it only while it is open. Closing it, leaving the page and the browser's Back, which closes
 * it too, ask for confirmation when there are unsaved changes; after a conflict, both versions are shown field by field.
 * When the record was deleted in the meantime, the lists are read again, what was typed can still be copied, and closing
 * asks nothing. A rejected save leads to the first field with an error, which may be far above the button. A field that
 * fails while rendering loses nothing: the values are the form's.
 */
export function FormDialog<V extends Values>({
  title,
  form,
  labels,
  close,
  save,
  size,
  ignoreEscape = false,
  children,
}: Props<V>) {
  const { isSaveBlocked, blockSave } = useSaveBlock()
  const { isSaving, isGone } = form
  const isUnsaved = form.isDirty && !isGone
  const [leave, question] = useDiscardGuard({ isTyped: isUnsaved, close, question: leaveConfirmation })
  const client = useQueryClient()
  useEffect(() => {
    if (isGone) void client.invalidateQueries({ queryKey: ['pages'] })
  }, [isGone, client])
  const element = useFirstError(isSaving)
  return (
    <>
      <OpenModal
        onClose={leave}
        title={title}
        size={size ?? 'lg'}
        closeOnClickOutside={false}
        closeOnEscape={!ignoreEscape}
      >
        <form
          ref={element}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            // A dialog inside this one is rendered in a portal, but its events bubble up to here.
            event.stopPropagation()
            if (!isSaveBlocked && !isGone) void form.submit()
          }}
        >
          <Stack gap="sm">
            <FormFields isSaving={form.isSaving}>
              {isGone ? <Gone /> : null}
              {form.conflict && !isGone ? <Conflict form={form} labels={labels} /> : null}
              {form.discard ? <Restored discard={form.discard} /> : null}
              <BlockSave value={blockSave}>
                <PartBoundary>{children}</PartBoundary>
              </BlockSave>
            </FormFields>
            <Group justify="flex-end" gap="xs" mt="xs">
              <Button variant="default" onClick={leave}>
                Close
              </Button>
              {isGone ? null : (
                <Button type="submit" loading={form.isSaving} disabled={isSaveBlocked}>
                  {save ?? 'Save'}
                </Button>
              )}
            </Group>
          </Stack>
        </form>
      </OpenModal>
      {question}
    </>
  )
}

/** Says that the record was deleted while it was being edited. */
function Gone() {
  return (
    <Alert color="red" variant="light" p="xs">
      <Text size="sm">{recordGone} Your changes cannot be saved. Copy what you need before you close the form.</Text>
    </Alert>
  )
}

/** Both versions of the fields that both people changed; the other changes are already merged. */
function Conflict<V extends Values>({ form, labels }: Pick<Props<V>, 'form' | 'labels'>) {
  const { theirs, both } = form.conflict!
  return (
    <Alert
      color="yellow"
      variant="light"
      title="Someone else has changed this record"
      role="alert"
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <Text size="sm">
        {both.length === 0
          ? 'Their changes have been merged with yours. Review them and save again.'
          : 'You both changed these fields. The form has your values; use theirs where they are right and save again.'}
      </Text>
      {both.length > 0 ? (
        <Table mt="xs" aria-label="Both versions">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Field</Table.Th>
              <Table.Th>Theirs</Table.Th>
              <Table.Th>Yours</Table.Th>
              <Table.Th>
                <span className="visually-hidden">Decision</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {both.map((name) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">{labels[name]}</Table.Th>
                <Table.Td>{valueText(theirs[name])}</Table.Td>
                <Table.Td>{valueText(form.values[name])}</Table.Td>
                <Table.Td>
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={`Use theirs: ${labels[name]}`}
                    onClick={() => form.set(name, theirs[name])}
                  >
                    Use theirs
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : null}
    </Alert>
  )
}
