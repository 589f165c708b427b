import { Select } from '@mantine/core'
import { texts } from './texts.ts'

/** Whose an address is that somebody types; '' is not known. */
export type TypedDeskKind = keyof typeof texts.deskKinds

type Props = { value: TypedDeskKind; set: (kind: TypedDeskKind) => void; isDisabled?: boolean }

/** Asks whose a typed address is: the email's statements follow from it, and so does what it proves later. */
export function DeskKind({ value, set, isDisabled = false }: Props) {
  return (
    <Select
      label={texts.deskKind}
      description={texts.deskKindHint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      allowDeselect={false}
      disabled={isDisabled}
      data={Object.entries(texts.deskKinds).map(([kind, label]) => ({ value: kind, label }))}
      value={value}
      onChange={(kind) => set((kind ?? '') as TypedDeskKind)}
    />
  )
}
