import { Select, TextInput } from '@mantine/core'

type FieldProps = {
  label: string
  value: string | undefined
  change: (text: string | null) => void
}

/** A filter of a log with one choice. */
export function Choice({
  label,
  options,
  value,
  change,
}: FieldProps & { options: { value: string; label: string }[] }) {
  return (
    <Select
      size="xs"
      label={label}
      placeholder="All"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      nothingFoundMessage="Nothing found"
      data={options}
      value={value ?? null}
      onChange={change}
    />
  )
}

/** A filter of a log that is typed. */
export function TextFilter({ label, value, change }: FieldProps) {
  return (
    <TextInput
      size="xs"
      label={label}
      maxLength={200}
      value={value ?? ''}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
