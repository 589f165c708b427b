import { Button } from '@mantine/core'
import type { NextStep } from '#features/ladders/contract.ts'
import { type Deed, deeds, possibleFrom } from '#features/ladders/messages.ts'
import { deedNames } from './texts.ts'

/** Buttons for the actions that are possible on the next step of one finding. */
export function DeedButtons({ run, choose }: { run: NextStep; choose: (deed: Deed) => void }) {
  return deeds
    .filter((deed) => possibleFrom[deed].includes(run.state))
    .map((deed) => (
      <Button
        key={deed}
        size="compact-xs"
        variant="default"
        aria-label={`${deedNames[deed]}: ${run.address}`}
        onClick={() => choose(deed)}
      >
        {deedNames[deed]}
      </Button>
    ))
}
