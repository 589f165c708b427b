import { useMemo, useState } from 'react'
import { Button, Group, Text, Title } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { column } from '#columns/column.ts'
import { rememberScope, startingScope } from '#features/brands/web/remembered-scope.ts'
import { ScopeBar } from '#features/brands/web/ScopeBar.tsx'
import type { StaffScope } from '#features/brands/web/staff-scope.ts'
import { missingScope } from '#features/intake/web/upload-form.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { rowsPerCall } from '#features/staging-rows/contract.ts'
import { EditableGrid } from '#kit/web/EditableGrid.tsx'
import type { CellFormat } from '#kit/web/EditableGrid-rows.ts'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { useSettings } from '#kit/web/settings.ts'
import styles from '#kit/web/SheetScreen.module.css'
import { platformOf } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { showMoment } from '#vocabulary/dates.ts'
import { AllOpenDraftsButton } from './AllOpenDraftsButton.tsx'
import { OpenDrafts } from './OpenDrafts.tsx'
import { ReviewedDrafts } from './ReviewedDrafts.tsx'
import type { CallScope } from './save-queue.ts'
import { texts } from './texts.ts'
import { stagedCellFormat } from './use-cell-format.tsx'
import { type Reviewed, type ReviewedRow, shownRows, useReview } from './use-review.ts'

/** Review (S-059): what is staged for a company, brand and platform, to be read by a second pair of eyes. */
export function ReviewScreen() {
  const { user, role } = useSession()
  const userId = user?.id ?? ''
  const search: Record<string, unknown> = useSearch({ strict: false })
  const [scope, setScope] = useState(() => startingScope(userId, search))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [chosen, setChosen] = useState<string>()
  const review = useReview()
  const { reviewed } = review
  const fetchRows = (scope: StaffScope, draftId?: string) => {
    const missing = missingScope(scope)
    setErrors(missing)
    if (Object.keys(missing).length > 0) return
    setChosen(draftId)
    const { companyId: company, brandId: brand, platform } = scope
    void review.fetchRows({ company, brand, platform } as CallScope, draftId)
  }
  return (
    <div className={styles['screen']}>
      <Group justify="space-between" gap="xs">
        <Title order={1}>{texts.reviewTitle}</Title>
        {reviewed ? <AllOpenDraftsButton onClick={review.clear} /> : null}
      </Group>
      <ScopeBar
        scope={scope}
        errors={errors}
        isFixed={review.isFetching}
        change={(next) => {
          rememberScope(userId, next)
          setScope(next)
          setErrors({})
          review.clear()
        }}
      >
        <Button loading={review.isFetching} onClick={() => fetchRows(scope)}>
          {texts.fetch}
        </Button>
      </ScopeBar>
      <Text size="sm" c="dimmed">
        {texts.readOnly}
        {reviewed && reviewed.rows.length > 0
          ? ` · ${texts.reviewing(reviewed.rows.length, reviewed.drafts.length)}`
          : ''}
      </Text>
      {review.error ? <ErrorState error={review.error} retry={() => fetchRows(scope)} /> : null}
      {reviewed && reviewed.drafts.length > 0 ? (
        <>
          <ReviewedDrafts
            drafts={reviewed.drafts}
            chosen={chosen}
            onChoose={(draftId) => {
              setChosen(draftId)
              review.fetchDraft(draftId)
            }}
            canSendBack={role === 'Admin'}
            onSentBack={() => fetchRows(scope)}
          />
          <ReviewSheet reviewed={reviewed} chosen={chosen} />
        </>
      ) : review.error || review.isFetching ? null : (
        <>
          <NothingShown isFetched={reviewed !== undefined} isChosen={Object.keys(missingScope(scope)).length === 0} />
          <OpenDrafts
            onOpen={(next, draftId) => {
              rememberScope(userId, next)
              setScope(next)
              fetchRows(next, draftId)
            }}
          />
        </>
      )}
    </div>
  )
}

/** Why there are no rows, and what to do. */
function NothingShown({ isFetched, isChosen }: { isFetched: boolean; isChosen: boolean }) {
  if (isFetched) return <EmptyState title={texts.noDrafts} hint={texts.noDraftsHint} />
  if (isChosen) return <EmptyState title={texts.notFetched} hint={texts.notFetchedHint} />
  return <EmptyState title={texts.chooseScope} hint={texts.reviewHint} />
}

const noProblems = [] as const
const ownColumns = {
  draft: column(texts.columnDraft, 'text'),
  savedBy: column(texts.columnSavedBy, 'text'),
  savedAt: column(texts.columnSavedAt, 'text'),
}

/** The rows as a sheet that cannot be changed, in front of them the draft, who saved each and when. */
function ReviewSheet({ reviewed, chosen }: { reviewed: Reviewed; chosen: string | undefined }) {
  const { businessZone: zone } = useSettings()
  const platform = platformOf(reviewed.platform)!
  const columns = useMemo(() => ({ ...platform.columns, ...ownColumns }), [platform])
  const names = useMemo(() => [...Object.keys(ownColumns), ...platform.staged], [platform])
  const format = useMemo(() => reviewFormat(platform, zone), [platform, zone])
  const rows = useMemo(() => shownRows(reviewed, chosen), [reviewed, chosen])
  return (
    <>
      {reviewed.isCut && chosen === undefined ? (
        <Text size="sm" c="dimmed">
          {texts.onlyFirst(rowsPerCall)}
        </Text>
      ) : null}
      <div className={styles['sheet']}>
        <EditableGrid
          label={texts.reviewSheet(platform.title)}
          columns={columns}
          names={names}
          rows={rows}
          problemsOf={() => noProblems}
          onChange={() => undefined}
          format={format}
        />
      </div>
    </>
  )
}

const widths = { draft: 310, savedAt: 190 }

function reviewFormat(platform: FindingPlatformDefinition, zone: string): CellFormat {
  const staged = stagedCellFormat(platform)
  const own = new Set(Object.keys(ownColumns))
  return {
    isReadOnly: true,
    widths,
    show: (name, row) => {
      if (name === 'savedAt') {
        const { savedAt } = row as ReviewedRow
        return { text: showMoment(savedAt, zone) }
      }
      return own.has(name) ? undefined : staged.show?.(name, row)
    },
  }
}
