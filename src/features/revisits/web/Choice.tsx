import { Select } from '@mantine/core'

type Props = {
  label: string
  data: { value: string; label: string }[]
  value: string
  choose: (value: string) => void
  width?: number
}

/** One of a few choices, of which one is always chosen. */
export function Choice({ label, data, value, choose, width = 170 }: Props) {
  return (
    <Select
      size="xs"
      w={width}
      maw="100%"
      aria-label={label}
      data={data}
      value={value}
      onChange={(next) => next !== null && choose(next)}
    />
  )
}
