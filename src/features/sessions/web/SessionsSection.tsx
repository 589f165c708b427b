import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { security } from '#features/sessions/contract.ts'
import { toastOutcome } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { useConfirm } from '#kit/web/Confirm.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { showMoment } from '#vocabulary/dates.ts'
import { texts } from './texts.ts'
import classes from './Security.module.css'

const listKey = ['own sessions']

/** The own open sessions; each other one, or all others, can be ended. */
export function SessionsSection() {
  const { businessZone: zone } = useSettings()
  const queries = useQueryClient()
  const [confirm, dialog] = useConfirm()
  const list = useQuery({ queryKey: listKey, queryFn: () => call(security.ownSessions, {}) })
  const shown = (time: string) => showMoment(time, zone)
  const send = async (work: () => Promise<{ message: string }>) => {
    await toastOutcome(work)
    await queries.invalidateQueries({ queryKey: listKey })
  }
  const endOthers = async () => {
    const question = { title: texts.endOthersTitle, text: texts.endOthersText, yes: texts.endOthers, dangerous: true }
    if (await confirm(question)) await send(() => call(security.endOtherSessions, {}))
  }
  if (list.isPending) return <LoadingRows rows={4} height={48} />
  if (list.isError) return <ErrorState error={list.error} retry={() => void list.refetch()} />
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.sessions}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={2} size="h4">
          {texts.sessions}
        </Title>
        {list.data.data.length > 1 ? (
          <Button variant="default" size="compact-md" onClick={() => void endOthers()}>
            {texts.endOthers}
          </Button>
        ) : null}
      </Group>
      <Text size="sm" c="dimmed" mb="xs">
        {texts.sessionsHint}
      </Text>
      <ul className={classes['sessions']}>
        {list.data.data.map((one, at) => (
          <li key={one.id}>
            <Stack gap={2}>
              <Group gap="xs">
                <Text size="sm" fw={550}>
                  {one.device}
                </Text>
                {one.isThis ? <Badge variant="light">{texts.thisSession}</Badge> : null}
              </Group>
              <Text size="xs" c="dimmed" className="tabular">
                {one.address ? `${one.address} · ` : ''}
                {texts.firstSeen(shown(one.firstSeen))} · {texts.lastSeen(shown(one.lastSeen))}
              </Text>
            </Stack>
            {one.isThis ? null : (
              <Button
                variant="default"
                size="compact-md"
                aria-label={texts.endNamed(one.device, shown(one.firstSeen), ordinalOf(at, list.data.data))}
                onClick={() => void send(() => call(security.endSession, { id: one.id }))}
              >
                {texts.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {dialog}
    </Paper>
  )
}

/** Which of several sessions that began in the same second with the same device; 1 for the only one. */
const ordinalOf = (at: number, all: readonly { device: string; firstSeen: string }[]): number =>
  all
    .slice(0, at + 1)
    .filter((one) => one.device === all[at]!.device && one.firstSeen.slice(0, 19) === all[at]!.firstSeen.slice(0, 19))
    .length
