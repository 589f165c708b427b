import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { PasswordDialog } from './PasswordDialog.tsx'
import { useSession } from './session-context.tsx'
import { texts } from './texts.ts'

/** Opens the change of the own password; people who sign in with Google have none here (C-253). */
export function PasswordSection() {
  const { user, signOut } = useSession()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [isOpen, dialog] = useDisclosure(false)
  const leave = async () => {
    void navigate({ to: '/login' })
    await signOut()
    queries.clear()
  }
  if (user?.isGoogleAuth) return null
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.passwordTitle}>
      <Stack gap="xs" align="flex-start">
        <Title order={2} size="h4">
          {texts.passwordTitle}
        </Title>
        <Text size="sm">{texts.passwordAbout}</Text>
        <Button variant="default" mt="xs" onClick={dialog.open}>
          {texts.updatePassword}
        </Button>
      </Stack>
      <PasswordDialog isOpen={isOpen} close={dialog.close} leave={() => void leave()} />
    </Paper>
  )
}
