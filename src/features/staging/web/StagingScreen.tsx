import { useEffect, useEffectEvent, useState } from 'react'
import { Group, Select, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { v7 } from 'uuid'
import { rememberScope, startingScope } from '#features/brands/web/remembered-scope.ts'
import { ScopeBar } from '#features/brands/web/ScopeBar.tsx'
import { nothingChosen, type StaffScope } from '#features/brands/web/staff-scope.ts'
import { SavedNote, type SavedRows } from '#features/intake/web/SavedNote.tsx'
import { notifications } from '#features/notifications/contract.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import type { Draft } from '#features/staging/contract-schemas.ts'
import { call } from '#kit/web/call.ts'
import type { GridRows } from '#kit/web/EditableGrid-rows.ts'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import styles from '#kit/web/SheetScreen.module.css'
import { readStored, writeStored } from '#kit/web/storage.ts'
import { useChangeAddress } from '#kit/web/use-address.ts'
import { platformOf } from '#platforms/all.ts'
import { AllOpenDraftsButton } from './AllOpenDraftsButton.tsx'
import { DraftSheet } from './DraftSheet.tsx'
import { OpenDrafts } from './OpenDrafts.tsx'
import type { CallScope } from './save-queue.ts'
import { texts } from './texts.ts'
import { useDrafts } from './use-drafts.ts'

/** Staging (S-053 to S-058): rows that the staff of a brand prepare together before they become findings. */
export function StagingScreen() {
  const { user } = useSession()
  const userId = user?.id ?? ''
  const search: Record<string, unknown> = useSearch({ strict: false })
  const changeAddress = useChangeAddress()
  const [scope, setScope] = useState(() => startingScope(userId, search))
  const [opened, setOpened] = useState<Opened>(() => openedBy(userId, scope, search['draft']))
  const [saved, setSaved] = useState<SavedRows>()
  const [first, setFirst] = useState<GridRows>([])
  const calls = callScopeOf(scope)
  const { drafts, error, reload } = useDrafts(calls)
  const platform = platformOf(scope.platform ?? '')
  const open = (next: StaffScope, draftId?: string, rows: GridRows = []) => {
    setSaved(undefined)
    setFirst(rows)
    setScope(next)
    setOpened(openedBy(userId, next, draftId))
    const { companyId: company, brandId: brand } = next
    const address = draftId === undefined ? {} : { company, brand, platform: next.platform, draft: draftId }
    void changeAddress(() => ({ search: address, replace: true }))
  }
  const openRemembered = (next: StaffScope, draftId?: string) => {
    rememberScope(userId, next)
    open(next, draftId)
  }
  useNotified(search['notification'], openRemembered)
  return (
    <div className={styles['screen']}>
      <Group justify="space-between" gap="xs">
        <Title order={1}>{texts.title}</Title>
        {calls ? <AllOpenDraftsButton onClick={() => open(nothingChosen)} /> : null}
      </Group>
      <ScopeBar scope={scope} change={(next) => openRemembered(next)}>
        <DraftPick
          drafts={drafts ?? []}
          opened={opened}
          isOff={!calls}
          reload={reload}
          onPick={(draftId) => open(scope, draftId)}
        />
      </ScopeBar>
      {error && !drafts ? <ErrorState error={error} retry={reload} /> : null}
      <SavedNote saved={saved} onClose={() => setSaved(undefined)} />
      {calls && platform ? (
        <DraftSheet
          key={`${calls.brand} ${calls.platform} ${opened.id}`}
          user={{ id: userId, name: `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim() }}
          platform={platform}
          scope={calls}
          draftId={opened.id}
          isNew={opened.isNew}
          onBegun={({ _id, fileName }) => {
            forgetNew(userId, scope)
            setOpened({ id: _id, isNew: false, fileName })
            void changeAddress(() => ({ search: { ...scopeSearch(scope), draft: _id }, replace: true }))
            reload()
          }}
          onSubmitted={({ rows, batch }) => {
            open(scope)
            reload()
            setSaved({ rows, isNew: true, scope, batch })
          }}
          onChanged={reload}
          first={first}
          onMove={(rows) => open(scope, undefined, rows)}
        />
      ) : (
        <>
          <EmptyState title={texts.chooseScope} hint={texts.chooseScopeHint} />
          <OpenDrafts onOpen={openRemembered} />
        </>
      )}
    </div>
  )
}

/** Goes to the company, brand and platform of the notification in the address, and to the draft that it is about. */
function useNotified(id: unknown, onRead: (scope: StaffScope, draftId: string | undefined) => void): void {
  const { data } = useQuery({
    queryKey: ['scope of a notification', id],
    queryFn: ({ signal }) => call(notifications.scope, { id: String(id) }, { signal }),
    enabled: typeof id === 'string',
    staleTime: Infinity,
    retry: false,
  })
  const go = useEffectEvent(onRead)
  useEffect(() => {
    if (typeof id !== 'string' || !data) return
    const { company: companyId, brand: brandId, draft } = data
    go({ companyId, brandId, platform: platformOf(data.platform)?.value }, draft)
  }, [id, data])
}

const scopeSearch = ({ companyId: company, brandId: brand, platform }: StaffScope) => ({ company, brand, platform })

function callScopeOf({ companyId: company, brandId: brand, platform }: StaffScope): CallScope | undefined {
  return company && brand && platform ? { company, brand, platform } : undefined
}

/** Where the id of a draft is kept that this person has not saved a row of yet: its rows are stored under it. */
const newName = (userId: string, { brandId, platform }: StaffScope) => `new-draft.${userId}.${brandId}.${platform}`

/** The draft of the sheet; `fileName` of one that was begun here, which the list may not have yet. */
type Opened = { id: string; isNew: boolean; fileName?: string }

function openedBy(userId: string, scope: StaffScope, draftId: unknown): Opened {
  if (typeof draftId === 'string' && draftId !== '') return { id: draftId, isNew: false }
  const known = readStored(newName(userId, scope))
  const id = known ?? v7()
  if (!known && callScopeOf(scope)) writeStored(newName(userId, scope), id)
  return { id, isNew: true }
}

const forgetNew = (userId: string, scope: StaffScope) => writeStored(newName(userId, scope), null)

/** How many rows a draft has, and whether it was sent back. */
const hintOf = (draft: Draft | undefined): string =>
  draft ? `${draft.remark === null ? '' : `${texts.returned} · `}${texts.rows(draft.rows)}` : ''

/** The drafts of the chosen scope; none is a new one. */
function DraftPick({
  drafts,
  opened,
  isOff,
  reload,
  onPick,
}: {
  drafts: readonly Draft[]
  opened: Opened
  isOff: boolean
  reload: () => void
  onPick: (draftId: string | undefined) => void
}) {
  const optionsOf = (which: (draft: Draft) => boolean) =>
    drafts.filter(which).map((draft) => ({ value: draft.id, label: draft.fileName }))
  const { id, fileName } = opened
  const begun =
    fileName !== undefined && !drafts.some((draft) => draft.id === id) ? [{ value: id, label: fileName }] : []
  return (
    <Select
      label={texts.draft}
      w={380}
      placeholder={texts.newDraft}
      clearable
      searchable
      disabled={isOff}
      data={[
        { group: texts.openDrafts, items: [...begun, ...optionsOf(({ submittedAt }) => submittedAt === null)] },
        { group: texts.submittedDrafts, items: optionsOf(({ submittedAt }) => submittedAt !== null) },
      ].filter(({ items }) => items.length > 0)}
      value={opened.isNew ? null : id}
      renderOption={({ option }) => (
        <Group justify="space-between" gap="xs" w="100%" wrap="nowrap">
          <span>{option.label}</span>
          <Text span size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {hintOf(drafts.find(({ id }) => id === option.value))}
          </Text>
        </Group>
      )}
      onDropdownOpen={reload}
      onChange={(value) => onPick(value ?? undefined)}
    />
  )
}
