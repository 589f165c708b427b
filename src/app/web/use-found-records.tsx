import { IconBuilding, IconShoppingBag, IconTag, IconUser, IconWorldSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { addressOfFinding } from '#features/findings/web/finding-address.ts'
import { anyDate } from '#features/findings/web/dashboard-view.ts'
import { sellerAddress } from '#features/findings/web/seller-address.ts'
import { search, type FoundRecord } from '#features/search/contract.ts'
import { isNamedBy, type RecordKind, searchBounds } from '#features/search/rules.ts'
import { selectScope } from '#features/sessions/web/select-scope.ts'
import { chooseCompanyId } from '#features/sessions/web/session-store.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { call } from '#kit/web/call.ts'
import { StatusMark } from '#kit/web/cells.tsx'
import { businessToday } from '#kit/web/settings.ts'
import { platformOf } from '#platforms/all.ts'
import type { Role } from '#vocabulary/roles.ts'
import { texts } from './texts.ts'
import type { PaletteGroup, PaletteItem } from './use-palette-items.tsx'

/** How long a newer text waits for the answer to the one before, in milliseconds. */
const longestWait = 1000

export type FoundRecords = {
  groups: readonly PaletteGroup[]
  state: 'idle' | 'searching' | 'failed' | 'ready'
  retry: () => void
}

/**
 * The records that a text names, or, while there is none, those that were opened last. A text is searched at once, unless
 * an earlier one still is: a call that the browser gives up goes on in the database, so that one at a time is what a
 * quick typist costs. Until its answer is there, what was found before stays as far as the newer text names it too.
 */
export function useFoundRecords(text: string, isOpen: boolean): FoundRecords {
  const { role, user, brands } = useSession()
  const open = useOpenRecord()
  const typed = text.trim()
  const [searched, setSearched] = useState(typed)
  const isRecent = searched === ''
  const isSearch = isLongEnough(searched)
  const { data, isFetching, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: ['search', user?.id, searched],
    queryFn: ({ signal }) =>
      isRecent ? call(search.recent, {}, { signal }) : call(search.find, { text: searched }, { signal }),
    enabled: isOpen && role !== undefined && (isRecent || isSearch),
    placeholderData: (found, before) => (isRecent || before?.queryKey[2] === '' ? undefined : found),
    staleTime: isRecent ? 0 : 30_000,
    retry: false,
  })
  if (!isFetching && searched !== typed) setSearched(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSearched(typed), longestWait)
    return () => clearTimeout(timer)
  }, [typed])
  const isCurrent = searched === typed
  const isAnswered = isCurrent && !isPlaceholderData
  // The brands of the selected company are offered without a request.
  const isOffered = ({ kind, id }: FoundRecord) =>
    !isRecent && kind === 'brand' && role === 'Client' && brands.some((one) => one.id === id)
  const isShown = (record: FoundRecord) => isAnswered || (!isRecent && isLongEnough(typed) && isNamedBy(record, typed))
  const records = (data?.records ?? []).filter((one) => isShown(one) && !isOffered(one))
  const itemOf = (record: FoundRecord): PaletteItem => recordItem(record, () => open(record))
  const groups = isRecent
    ? [{ name: texts.palette.recent, items: records.map(itemOf) }]
    : kindsInOrder.map((kind) => ({
        name: texts.palette.kinds[kind],
        items: records.filter((one) => one.kind === kind).map(itemOf),
      }))
  const isWaiting = isLongEnough(typed) && (!isCurrent || isFetching)
  return {
    groups,
    state: isWaiting ? 'searching' : isError && !isRecent ? 'failed' : isSearch ? 'ready' : 'idle',
    retry: () => void refetch(),
  }
}

const isLongEnough = (text: string): boolean => text.length >= searchBounds.shortest

const kindsInOrder: readonly RecordKind[] = ['finding', 'seller', 'company', 'brand', 'user']
const icons = {
  finding: IconWorldSearch,
  seller: IconShoppingBag,
  company: IconBuilding,
  brand: IconTag,
  user: IconUser,
}

function recordItem(record: FoundRecord, run: () => void): PaletteItem {
  const { kind, id, title, hint, platform, status, companyId } = record
  const Icon = icons[kind]
  const platformTitle = kind === 'finding' && platform ? platformOf(platform)?.title : undefined
  return {
    id: `${kind} ${id} ${companyId ?? ''} ${hint}`,
    label: title,
    description: [platformTitle, hint].filter(Boolean).join(' · '),
    icon: <Icon size={18} stroke={1.6} aria-hidden />,
    aside: status ? <StatusMark code={status} /> : undefined,
    run,
  }
}

/** Opens a record in its own company, brand and platform, and notes it among the recent ones. */
function useOpenRecord(): (record: FoundRecord) => void {
  const router = useRouter()
  const { role } = useSession()
  return (record) => {
    const { kind, id, companyId, brandId } = record
    void call(search.opened, { kind, record: id, companyId }).catch(() => undefined)
    const go = () => router.history.push(addressOf(record, role))
    if (role !== 'Client' || companyId === null) return go()
    if (brandId !== null) return void selectScope({ company: companyId, brand: brandId }).then(go)
    chooseCompanyId(companyId)
    go()
  }
}

function addressOf(
  { kind, id, title, hint, platform, companyId, brandId, reportingDate }: FoundRecord,
  role?: Role,
): string {
  const isClient = role === 'Client'
  const params = (search: Record<string, string | null>) =>
    new URLSearchParams(Object.entries(search).filter((pair): pair is [string, string] => pair[1] !== null)).toString()
  if (kind === 'finding')
    return addressOfFinding(role, {
      id,
      platform: platform!,
      companyId: companyId!,
      brandId: brandId!,
      reportingDate: reportingDate!,
    })
  if (kind === 'seller')
    return isClient
      ? sellerAddress(title, anyDate(businessToday()))
      : `/enforcement?${params({ company: companyId, platform, 'in.username': title })}`
  if (isClient) return '/client-dashboard'
  if (kind === 'user' && role !== 'Admin') return `/my-work?${params({ person: id })}`
  if (kind === 'user') return `/users?${params({ search: hint })}`
  if (role === 'Admin') return `/${kind === 'company' ? 'companies' : 'brands'}?${params({ search: title })}`
  return `/enforcement?${params({ company: companyId, brand: brandId })}`
}
