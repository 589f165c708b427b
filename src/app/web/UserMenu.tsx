import { ActionIcon, Menu, Text, useMantineColorScheme } from '@mantine/core'
import {
  IconApi,
  IconBell,
  IconHistory,
  IconKey,
  IconLogin,
  IconLogout,
  IconMail,
  IconShieldLock,
  IconUserCircle,
} from '@tabler/icons-react'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { forgetForms } from '#kit/web/ended-forms.ts'
import { dropDrafts, hasDrafts } from '#kit/web/staged-grid/drafts.ts'
import { PasswordDialog } from '#features/sessions/web/PasswordDialog.tsx'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { docs } from '#kit/contract/docs.ts'
import { toastError } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { LateMenu } from '#kit/web/LateMenu.tsx'
import { useConfirm } from '#kit/web/Confirm.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { texts } from './texts.ts'

const schemes = [
  { value: 'auto', name: 'System theme' },
  { value: 'light', name: 'Light theme' },
  { value: 'dark', name: 'Dark theme' },
] as const

/** Where the documentation needs a session, its address is signed: a page that is opened sends no token. */
async function openDocs(): Promise<void> {
  try {
    window.location.assign((await call(docs.link, {})).url)
  } catch (error) {
    toastError(sentenceOf(error))
  }
}

/** The person's own menu (C-057 to C-060) and the theme switch. */
export function UserMenu() {
  const { user, role } = useSession()
  const navigate = useNavigate()
  const { leave, logOut, confirmDialog } = useLogOut()
  const [isDialogOpen, dialog] = useDisclosure(false)
  return (
    <>
      <LateMenu
        width={232}
        target={
          <ActionIcon size={32} aria-label="User menu">
            <IconUserCircle size={20} stroke={1.6} />
          </ActionIcon>
        }
      >
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
            {user?.firstName} {user?.lastName}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {user?.username} · {role}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        {user?.isGoogleAuth ? null : (
          <Menu.Item leftSection={<IconKey size={16} />} onClick={dialog.open}>
            {texts.updatePassword}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconShieldLock size={16} />} onClick={() => void navigate({ to: '/security' })}>
          {texts.security}
        </Menu.Item>
        <Menu.Item leftSection={<IconBell size={16} />} onClick={() => void navigate({ to: '/activity-settings' })}>
          {texts.messageNotifications}
        </Menu.Item>
        {role === 'Admin' ? <AdminItems /> : null}
        <Menu.Divider />
        <ThemeItems />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void logOut()}>
          {texts.logout}
        </Menu.Item>
      </LateMenu>
      {confirmDialog}
      <PasswordDialog isOpen={isDialogOpen} close={dialog.close} leave={() => void leave()} />
    </>
  )
}

/** Logging out leaves nothing behind in this browser: unsaved rows are discarded after a confirmation. */
function useLogOut() {
  const { user, signOut } = useSession()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [confirmDiscard, confirmDialog] = useConfirm()
  const leave = async (isSure = false) => {
    void navigate({ to: '/login', ignoreBlocker: isSure })
    await signOut()
    queries.clear()
  }
  const logOut = async () => {
    const id = user?.id ?? ''
    // A browser without storage has no drafts.
    const isUnsaved = await hasDrafts(id).catch(() => false)
    if (isUnsaved && !(await confirmDiscard(texts.leaving))) return
    await leave(isUnsaved)
    forgetForms()
    if (isUnsaved) await dropDrafts(id)
  }
  return { leave, logOut, confirmDialog }
}

function AdminItems() {
  const { demoPassword } = useSettings()
  const navigate = useNavigate()
  return (
    <>
      {demoPassword ? (
        <Menu.Item leftSection={<IconMail size={16} />} onClick={() => void navigate({ to: '/mailbox' })}>
          {texts.mailbox}
        </Menu.Item>
      ) : null}
      <Menu.Item leftSection={<IconHistory size={16} />} onClick={() => void navigate({ to: '/data-update-log' })}>
        {texts.dataLogs}
      </Menu.Item>
      <Menu.Item leftSection={<IconLogin size={16} />} onClick={() => void navigate({ to: '/sign-in-security' })}>
        {texts.signInSecurity}
      </Menu.Item>
      <Menu.Item leftSection={<IconApi size={16} />} onClick={() => void openDocs()}>
        {texts.apiDocs}
      </Menu.Item>
    </>
  )
}

function ThemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu.RadioGroup
      value={colorScheme}
      onChange={(chosen) => setColorScheme(chosen as (typeof schemes)[number]['value'])}
    >
      {schemes.map(({ value, name }) => (
        <Menu.RadioItem key={value} value={value}>
          {name}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}
