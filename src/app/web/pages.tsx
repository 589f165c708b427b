import { Anchor, Stack, Text, Title } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useTitle } from '#kit/web/use-title.ts'
import { texts } from './texts.ts'

/** For a role without access to the screen (C-068, C-069). */
export function Unauthorised() {
  return <Refusal {...texts.unauthorised} />
}

/** For staff on a screen of Clients (G33). */
export function AccessRestricted() {
  return <Refusal {...texts.restricted} />
}

/** For a Client whose brand lacks the platform (G33). */
export function NoPlatform() {
  return (
    <Stack align="center" py={96} px="md" role="status">
      <Text fw={600} ta="center">
        {texts.noPlatform}
      </Text>
    </Stack>
  )
}

/** For an address without a screen (G32). */
export function NotFound() {
  return <Refusal {...texts.notFound} />
}

function Refusal({ title, text }: { title: string; text: string }) {
  const router = useRouter()
  useTitle(title)
  const back = () => (router.history.canGoBack() ? router.history.back() : void router.navigate({ to: '/' }))
  return (
    <Stack align="center" gap="xs" py={96} px="md">
      <Title order={1}>{title}</Title>
      <Text c="dimmed" ta="center">
        {text}
      </Text>
      <Anchor component="button" type="button" onClick={back} mt="xs">
        {texts.goBack}
      </Anchor>
    </Stack>
  )
}
