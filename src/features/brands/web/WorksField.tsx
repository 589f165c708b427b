import { Text, TextInput } from '@mantine/core'
import { EntriesField } from '#kit/web/EntriesField.tsx'
import { emptyWork, workLabels, type WorkValues } from './brand-form.ts'

type Props = {
  works: readonly WorkValues[]
  set: (works: WorkValues[]) => void
  error: string | undefined
}

const maxWorks = 50
const names = Object.keys(workLabels) as (keyof WorkValues)[]

/** The original works of a brand, which notices about copied material name. */
export function WorksField({ works, set, error }: Props) {
  return (
    <EntriesField
      legend="Original works"
      entryName="Work"
      hint={
        <Text size="xs" c="dimmed">
          Pictures, texts, apps, films or books of the brand. Notices about copies and piracy must say which work is
          copied and where the original is published.
        </Text>
      }
      entries={works}
      max={maxWorks}
      empty={emptyWork}
      set={set}
      error={error}
      inputs={(work, change) =>
        names.map((name) => (
          <TextInput
            key={name}
            label={workLabels[name]}
            size="xs"
            style={{ flex: name === 'link' ? '2 1 220px' : '1 1 160px' }}
            value={work[name]}
            onChange={(event) => change({ [name]: event.currentTarget.value })}
          />
        ))
      }
    />
  )
}
