import { Button } from '@mantine/core'
import { useState } from 'react'
import { FormSheet } from '#features/enforcement/web/FormSheet.tsx'
import { escalations, type NextStep } from '#features/escalations/contract.ts'
import { toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { businessToday } from '#kit/web/settings.ts'
import { texts } from './texts.ts'
import { useRefreshSteps } from './use-decide.ts'

/** Opens the fields of a step's web form; once the report is recorded, the escalation continues. */
export function FormOfStep({ run, form }: { run: NextStep; form: string }) {
  const [isOpen, setOpen] = useState(false)
  const refresh = useRefreshSteps()
  return (
    <>
      <Button size="compact-xs" aria-label={`${texts.fillIn}: ${run.address}`} onClick={() => setOpen(true)}>
        {texts.fillIn}
      </Button>
      {isOpen ? (
        <FormSheet
          subject={{
            platform: run.platform,
            id: run.findingId,
            form,
            name: new URL(form).host,
            takesEmail: false,
            facts: {
              registrar: run.notice.registrar ?? '',
              ipAddress: run.notice.ipAddress ?? '',
              hosting: run.notice.hosting ?? '',
              date: businessToday(),
            },
          }}
          record={async (entered) => {
            try {
              const { message } = await call(escalations.recordForm, { id: run.id, version: run.version, ...entered })
              toastSuccess(message)
              setOpen(false)
            } finally {
              refresh()
            }
          }}
          close={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
