import { Button } from '@mantine/core'
import type { NextStep } from '#features/escalations/contract.ts'
import { isPossible, type StepAction, stepActions } from '#features/escalations/rules.ts'
import { FormOfStep } from './FormOfStep.tsx'
import { actionNames } from './texts.ts'

/** Buttons for the actions that are possible on the next step of one finding. */
export function StepActionButtons({ run, choose }: { run: NextStep; choose: (action: StepAction) => void }) {
  return (
    <>
      {run.state === 'task' && run.form !== null ? <FormOfStep run={run} form={run.form} /> : null}
      {stepActions
        .filter((action) => isPossible(action, run))
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
        ))}
    </>
  )
}
