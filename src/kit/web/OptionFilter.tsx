import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

type Props = {
  label: string
  chosen: string | undefined
  choose: (value: string) => void
  options: {
    name: string
    read: (signal: AbortSignal) => Promise<readonly (string | { value: string; label: string })[]>
  }
}

/** A list filter whose options are loaded from the server. A failure to load them is only logged. */
export function OptionFilter({ label, chosen, choose, options }: Props) {
  const {
    data = [],
    error,
    isLoading,
  } = useQuery({
    queryKey: ['options', options.name],
    queryFn: ({ signal }) => options.read(signal),
  })
  useEffect(() => {
    if (error) console.error(`The options of ${label} could not be loaded:`, error)
  }, [error, label])
  const offered = data.map((one) => (typeof one === 'string' ? { value: one, label: one } : one))
  const isKnown = !chosen || offered.some(({ value }) => value === chosen)
  return (
    <Select
      size="xs"
      w={150}
      aria-label={label}
      placeholder={label}
      searchable
      clearable
      nothingFoundMessage={isLoading ? 'Loading …' : 'Nothing found'}
      data={isKnown ? offered : [{ value: chosen, label: chosen }, ...offered]}
      value={chosen ?? null}
      onChange={(value) => choose(value ?? '')}
    />
  )
}
