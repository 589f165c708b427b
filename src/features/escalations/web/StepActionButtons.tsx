import { Button } from '@mantine/core'
import type { NextStep } from '#features/escalations/contract.ts'
import { type StepAction, stepActions, possibleFrom } from '#features/escalations/rules.ts'
import { actionNames } from './texts.ts'

/** Buttons for the actions that are possible on the next step of one finding. */
export function StepActionButtons({ run, choose }: { run: NextStep; choose: (action: StepAction) => void }) {
  return stepActions
    .filter((action) => possibleFrom[action].includes(run.state))
    .map((action) => (
      <Button
        key={action}
        size="compact-xs"
        variant="default"
        aria-label={`${actionNames[action]}: ${run.address}`}
        onClick={() => choose(action)}
      >
        {actionNames[action]}
      </Button>
    ))
}
