import { Text, TextInput } from '@mantine/core'
import { DayInput } from '#kit/web/DayInput.tsx'
import { EntriesField } from '#kit/web/EntriesField.tsx'
import { emptyMark, markLabels, type MarkValues } from './brand-form.ts'

type Props = {
  marks: readonly MarkValues[]
  set: (marks: MarkValues[]) => void
  error: string | undefined
}

const maxMarks = 50
const names = Object.keys(markLabels) as (keyof MarkValues)[]

/** The registered marks of a brand, which notices and filing sheets name. */
export function MarksField({ marks, set, error }: Props) {
  return (
    <EntriesField
      legend="Registered marks"
      entryName="Mark"
      hint={
        <Text size="xs" c="dimmed">
          Named in notices and filing sheets where the trademark clearinghouse has no mark of this brand with its
          number. Classes are numbers from 1 to 45, separated by commas.
        </Text>
      }
      entries={marks}
      max={maxMarks}
      empty={emptyMark}
      set={set}
      error={error}
      inputs={(mark, change) =>
        names.map((name) => {
          const common = { label: markLabels[name], size: 'xs' } as const
          return name === 'expiresOn' ? (
            <DayInput
              key={name}
              {...common}
              style={{ flex: '1 1 130px' }}
              value={mark[name]}
              onDay={(day) => change({ [name]: day })}
            />
          ) : (
            <TextInput
              key={name}
              {...common}
              style={{ flex: name === 'link' || name === 'owner' ? '2 1 220px' : '1 1 130px' }}
              value={mark[name]}
              onChange={(event) => change({ [name]: event.currentTarget.value })}
            />
          )
        })
      }
    />
  )
}
