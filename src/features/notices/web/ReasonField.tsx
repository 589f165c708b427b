import { Textarea } from '@mantine/core'
import { texts } from './texts.ts'

/** A reason that is asked for elsewhere than by its own button. */
export type OverrideReason = { value: string; set: (reason: string) => void }

type Props = OverrideReason & { label: string; error: string | undefined; mt?: string }

/** Why something is sent or recorded although the check before it says no. */
export function ReasonField({ label, value, set, error, mt }: Props) {
  return (
    <Textarea
      w="100%"
      mt={mt}
      label={label}
      description={texts.reasonIsSaved}
      autosize
      minRows={2}
      maxLength={500}
      value={value}
      error={error}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}
