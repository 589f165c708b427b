import { Button, Center, Paper, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { reports } from '#features/reports/contract.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { call, failedWith } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { texts } from './texts.ts'

/** The page behind the unsubscribe link of a report email; works without signing in. One click unsubscribes. */
export function StopReportScreen() {
  const { subscription = '', signature = '' }: { subscription?: string; signature?: string } = useSearch({
    strict: false,
  })
  const { user } = useSession()
  const stop = useMutation({ mutationFn: () => call(reports.stop, { subscription, signature }) })
  const isInvalidLink = subscription === '' || signature === '' || failedWith(stop.error, 404, 422)
  return (
    <Center mih="60vh" p="md">
      {/* Of a signed-in person it is inside the console's own main part. */}
      <Paper p="xl" maw={440} component={user ? 'div' : 'main'}>
        <Stack gap="sm">
          <Title order={1}>{texts.stop.title}</Title>
          {stop.isSuccess && <Text role="status">{texts.stop.done}.</Text>}
          {isInvalidLink && (
            <Text c="var(--bad)" role="alert">
              {texts.stop.invalidLink}
            </Text>
          )}
          {!stop.isSuccess && !isInvalidLink && (
            <>
              <Text c="dimmed">{texts.stop.text}</Text>
              {stop.isError && (
                <Text c="var(--bad)" role="alert">
                  {sentenceOf(stop.error)}
                </Text>
              )}
              <Button onClick={() => stop.mutate()} loading={stop.isPending}>
                {texts.stop.button}
              </Button>
            </>
          )}
        </Stack>
      </Paper>
    </Center>
  )
}
