import { Select } from '@mantine/core'

type Props = {
  label: string
  data: { value: string; label: string }[]
  value: string | undefined
  choose: (value: string | null) => void
  width?: number
}

/** A compact filter with one choice; shows its label as placeholder while nothing is chosen. */
export function FilterSelect({ label, data, value, choose, width = 150 }: Props) {
  return (
    <Select
      size="xs"
      w={width}
      aria-label={label}
      placeholder={label}
      clearable
      data={data}
      value={value ?? null}
      onChange={choose}
    />
  )
}
