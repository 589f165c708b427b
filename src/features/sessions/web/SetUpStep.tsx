import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#features/sessions/contract-schemas.ts'
import { call } from '#kit/web/call.ts'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { security } from '#features/sessions/contract.ts'
import { forgetUser, saveUser } from './session-store.ts'
import { RecoveryCodes, SetUpAuthenticator } from './SetUpAuthenticator.tsx'
import { SignInCard } from './SignInCard.tsx'
import { texts } from './texts.ts'

/** After the password, for who lacks the second factor that the role requires: sets up an app, then signs in. */
export function SetUpStep() {
  const [done, setDone] = useState<{ recoveryCodes: string[]; user: User }>()
  const begun = useQuery({
    queryKey: ['required authenticator'],
    queryFn: () => call(security.beginRequired, {}),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    enabled: !done,
  })
  if (done)
    return (
      <SignInCard title={texts.codesTitle}>
        <RecoveryCodes codes={done.recoveryCodes} done={() => saveUser(done.user)} label={texts.continue} />
      </SignInCard>
    )
  return (
    <SignInCard title={texts.mustSetUp}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {texts.mustSetUpWhy}
        </Text>
        {begun.isPending ? <LoadingRows rows={4} height={48} /> : null}
        {begun.isError ? <ErrorState error={begun.error} retry={() => void begun.refetch()} /> : null}
        {begun.data ? (
          <SetUpAuthenticator
            enrolment={begun.data}
            confirm={async (code) => setDone(await call(security.confirmRequired, { code }))}
          />
        ) : null}
        <Group justify="center">
          <Anchor component="button" type="button" size="sm" onClick={forgetUser}>
            {texts.backToSignIn}
          </Anchor>
        </Group>
      </Stack>
    </SignInCard>
  )
}
