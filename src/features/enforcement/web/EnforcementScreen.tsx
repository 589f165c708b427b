import { Alert, Button, Group, TextInput, Title } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { rememberScope } from '#features/brands/web/remembered-scope.ts'
import { ScopeBar } from '#features/brands/web/ScopeBar.tsx'
import { isNarrower, type StaffScope } from '#features/brands/web/staff-scope.ts'
import { enforcement } from '#features/enforcement/contract.ts'
import { actionsTaken, assignedChoices } from '#features/enforcement/rules.ts'
import { AnswerBoxState } from '#features/replies/web/AnswerBoxState.tsx'
import { AnswersToReview } from '#features/replies/web/AnswersToReview.tsx'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { call } from '#kit/web/call.ts'
import { CountedSelect } from '#kit/web/CountedSelect.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { DayInput } from '#kit/web/DayInput.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { businessToday } from '#kit/web/settings.ts'
import { useChangeAddress } from '#kit/web/use-address.ts'
import { platformOf, sellerPlatform } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { earliestReportingDate } from '#vocabulary/dates.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import { formCounts } from './enforcement-filters.ts'
import { EnforcementList } from './EnforcementList.tsx'
import { type FormFilters, type GoTo, narrowedTo, searchOf, viewOf } from './enforcement-view.ts'
import { screenTools } from './slots.ts'
import { texts } from './texts.ts'
import { useScope, viewIn } from './use-scope.ts'
import classes from './Enforcement.module.css'

const MailProgress = lazyPart(() => import('./MailProgress.tsx').then((module) => module.MailProgress))
const UploadEnforcement = lazyPart(() => import('./UploadEnforcement.tsx').then((module) => module.UploadEnforcement))

/** Enforcement (S-035 to S-049): lists findings with their enforcement, records more, and sends notices. */
export function EnforcementScreen() {
  const changeAddress = useChangeAddress()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const userId = useSession().user?.id ?? ''
  const view = viewIn(userId, search)
  const [scope, setScope] = useScope(userId, view.scope)
  const { formFilters, setFormFilters, setFilter } = useFormFilters(view.formFilters)
  // Submitting the same filters again reloads the list.
  const [fetchCount, setFetchCount] = useState(0)
  const platform = scope.platform && platformOf(scope.platform)
  const fetchedPlatform = view.scope.platform && platformOf(view.scope.platform)
  const go: GoTo = (to, { replace = false } = {}) =>
    void changeAddress((now) => ({ search: searchOf(to(viewIn(userId, now.search))), replace }))

  return (
    <div className={classes['screen']}>
      <Head scope={scope} />
      <AnswerBoxState />
      <form
        aria-label="Filters"
        className={classes['filters']}
        onSubmit={(event) => {
          event.preventDefault()
          setFetchCount((n) => n + 1)
          go(({ size, cards }) => ({ ...viewOf({}), scope, formFilters, size, cards }))
        }}
      >
        <ScopeBar
          scope={scope}
          change={(next) => {
            setScope(next)
            rememberScope(userId, next)
            // The first company or brand narrows what is listed.
            if (isNarrower(next, scope)) return go((now) => narrowedTo(next, now))
            // Another company, brand or platform clears rows, selection and filters (S-006, S-008).
            setFormFilters({})
            go(({ size, cards }) => ({ ...viewOf({}), size, cards }))
          }}
        >
          <Filters platform={platform} scope={scope} formFilters={formFilters} setFilter={setFilter} />
        </ScopeBar>
      </form>
      {view.batch ? (
        <MailProgress batch={view.batch} onClose={() => go((now) => ({ ...now, batch: undefined }))} />
      ) : null}
      {view.saved ? <SavedBanner onLeave={() => go((now) => ({ ...now, saved: undefined, page: 1 }))} /> : null}
      {fetchedPlatform ? (
        <EnforcementList
          key={JSON.stringify(view.scope)}
          platform={fetchedPlatform}
          view={view}
          go={go}
          fetchCount={fetchCount}
        />
      ) : (
        <EmptyState title={texts.choose} hint={texts.chooseHint} />
      )}
    </div>
  )
}

/** The filters as the form has them; they are applied when the form is submitted. */
function useFormFilters(applied: FormFilters) {
  const [formFilters, setFormFilters] = useState(applied)
  const text = JSON.stringify(applied)
  const [lastApplied, setLastApplied] = useState(text)
  // A saved view or Back changes them in the address.
  if (lastApplied !== text) {
    setLastApplied(text)
    setFormFilters(applied)
  }
  const setFilter = (name: keyof FormFilters, value: string) =>
    setFormFilters(({ [name]: _before, ...rest }) => (value === '' ? rest : { ...rest, [name]: value }))
  return { formFilters, setFormFilters, setFilter }
}

/** The title, and the tools that are not about the list. */
function Head({ scope }: { scope: StaffScope }) {
  const [isUploading, setUploading] = useState(false)
  return (
    <Group justify="space-between" gap="xs">
      <Title order={1}>{texts.title}</Title>
      <Group gap="xs" className={classes['tools']!}>
        <screenTools.Outlet />
        <AnswersToReview />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconUpload size={14} aria-hidden />}
          onClick={() => setUploading(true)}
        >
          {texts.upload}
        </Button>
      </Group>
      {isUploading ? <UploadEnforcement scope={scope} close={() => setUploading(false)} /> : null}
    </Group>
  )
}

type FiltersProps = {
  platform: FindingPlatformDefinition | undefined
  scope: StaffScope
  formFilters: FormFilters
  setFilter: (name: keyof FormFilters, text: string) => void
}

/** Reporting date, status, site (e-commerce), registrar, address and host (domain and website), action; 'Fetch Data'. */
function Filters({ platform, scope, formFilters, setFilter }: FiltersProps) {
  const withHost = (platform?.enforcedWith.length ?? 0) > 0
  const text = (name: keyof FormFilters, label: string) => (
    <TextInput
      label={label}
      w={184}
      maxLength={255}
      value={formFilters[name] ?? ''}
      onChange={(event) => setFilter(name, event.currentTarget.value)}
    />
  )
  return (
    <>
      <DayInput
        label="Reporting Date"
        w={152}
        offered={{ first: earliestReportingDate, last: businessToday() }}
        value={formFilters.reportingDate ?? ''}
        onDay={(day) => setFilter('reportingDate', day)}
      />
      <CountedSelect
        label="Infringement Status"
        width={176}
        data={(platform?.statuses ?? []).map((code) => ({ value: code, label: statusDisplay(code).name }))}
        value={formFilters.status}
        choose={(status) => setFilter('status', status)}
        counts={formCounts(scope, { formFilters, name: 'status' })}
      />
      {platform?.seller ? (
        <SiteFilter scope={scope} formFilters={formFilters} choose={(site) => setFilter('site', site)} />
      ) : null}
      {withHost ? (
        <>
          {text('registrar', 'Enforcement Registrar')}
          {text('ipAddress', 'Enforcement IP Address')}
          {text('hosting', 'Enforcement Hosting')}
        </>
      ) : null}
      <ActionFilter
        platform={platform}
        scope={scope}
        formFilters={formFilters}
        choose={(action) => setFilter('actionTaken', action)}
      />
      <div className={classes['withButton']}>
        <CountedSelect
          label={texts.assignedTo}
          width={136}
          data={assignedChoices.map((value) => ({ value, label: texts.assigned[value] }))}
          value={formFilters.assigned}
          choose={(to) => setFilter('assigned', to)}
          counts={undefined}
        />
        <Button type="submit" disabled={!platform}>
          {texts.fetch}
        </Button>
      </div>
    </>
  )
}

type SiteProps = { scope: StaffScope; formFilters: FormFilters; choose: (site: string) => void }

/** The sites of the chosen company, brand, reporting date and status (S-202). */
function SiteFilter({ scope, formFilters, choose }: SiteProps) {
  const { site, status, reportingDate } = formFilters
  const query = {
    company: scope.companyId,
    brand: scope.brandId,
    platform: sellerPlatform.value,
    ...(reportingDate ? { reportingDate } : {}),
    ...(status ? { status } : {}),
  }
  const { data } = useQuery({
    queryKey: ['enforcement', 'sites', query],
    queryFn: ({ signal }) => call(enforcement.sites, query, { signal }),
    placeholderData: keepPreviousData,
  })
  const sites = data?.sites ?? []
  return (
    <CountedSelect
      label="Site"
      width={168}
      searchable
      // A chosen site that the other filters rule out stays visible.
      data={site && !sites.includes(site) ? [site, ...sites] : sites}
      value={site}
      choose={choose}
      counts={formCounts(scope, { formFilters, name: 'site' })}
    />
  )
}

/** Filter by action: the standard actions and those in use (G73). */
function ActionFilter(props: {
  platform: FindingPlatformDefinition | undefined
  scope: StaffScope
  formFilters: FormFilters
  choose: (action: string) => void
}) {
  const { platform, scope, formFilters } = props
  const { data } = useQuery({
    queryKey: ['enforcement', 'actions', scope.companyId, platform?.value],
    queryFn: ({ signal }) =>
      call(enforcement.actions, { company: scope.companyId, platform: platform?.value ?? '' }, { signal }),
    enabled: platform !== undefined,
  })
  return (
    <CountedSelect
      label="Action Taken"
      width={200}
      searchable
      data={data?.data ?? actionsTaken}
      value={formFilters.actionTaken}
      choose={props.choose}
      counts={formCounts(scope, { formFilters, name: 'actionTaken' })}
    />
  )
}

/** Says that the list has only what one upload or edit saved, and leads to all findings. */
function SavedBanner({ onLeave }: { onLeave: () => void }) {
  return (
    <Alert py={8} className={classes['banner']!}>
      <Group gap="sm" justify="space-between">
        {texts.ofSaved}
        <Button size="compact-sm" variant="default" onClick={onLeave}>
          {texts.allRecords}
        </Button>
      </Group>
    </Alert>
  )
}
