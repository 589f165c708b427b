import { Button, Group, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { exportCalls } from '#features/exports/contract.ts'
import type { ScheduleRecord } from '#features/exports/contract-schemas.ts'
import { allBrands } from '#features/exports/rules.ts'
import { toastOutcome } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { useConfirm } from '#kit/web/Confirm.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { platformOf } from '#platforms/all.ts'
import { showDay, showDayOf } from '#vocabulary/dates.ts'
import classes from './Exports.module.css'
import { texts } from './texts.ts'

export const schedulesKey = ['exports', 'schedules'] as const

/** The downloads that repeat, each with its end; nothing while there are none. */
export function Schedules({ zone }: { zone: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: schedulesKey,
    queryFn: ({ signal }) => call(exportCalls.schedules, {}, { signal }),
  })
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data || data.docs.length === 0) return null
  return (
    <section className={classes['schedules']} aria-label={texts.schedules}>
      <Title order={2} size="h4" mb="xs">
        {texts.schedules}
      </Title>
      <ul>
        {data.docs.map((one) => (
          <Schedule key={one.id} schedule={one} zone={zone} />
        ))}
      </ul>
    </section>
  )
}

function Schedule({ schedule, zone }: { schedule: ScheduleRecord; zone: string }) {
  const { id, rhythm, company, brand, platform, username, createdAt, lastEnd, problem, isOwn } = schedule
  const client = useQueryClient()
  const [confirm, dialog] = useConfirm()
  const end = async () => {
    const question = {
      title: texts.endScheduleTitle,
      text: texts.endScheduleText,
      yes: texts.endSchedule,
      no: texts.cancel,
    }
    if (!(await confirm(question))) return
    await toastOutcome(() => call(exportCalls.removeSchedule, { id }))
    void client.invalidateQueries({ queryKey: schedulesKey })
  }
  const what = texts.scheduleOf(
    company,
    brand === allBrands ? texts.all : brand,
    platformOf(platform)?.title ?? platform,
  )
  const since = [
    texts.scheduledBy(username, showDayOf(createdAt, zone)),
    ...(lastEnd === null ? [] : [texts.lastPeriod(showDay(lastEnd))]),
    ...(problem === null ? [] : [problem]),
  ]
  return (
    <li>
      {dialog}
      <Group justify="space-between" gap="xs">
        <div>
          <Text size="sm" fw={600}>
            {what}
          </Text>
          <Text size="xs" c="dimmed">
            {texts.rhythms[rhythm]}; {since.join('; ')}
          </Text>
        </div>
        {isOwn ? (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => void end()}
            aria-label={`${texts.endSchedule}: ${what}`}
          >
            {texts.endSchedule}
          </Button>
        ) : null}
      </Group>
    </li>
  )
}
