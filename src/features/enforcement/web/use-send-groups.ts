import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { enforcement } from '#features/enforcement/contract.ts'
import type { SendGroup } from '#features/enforcement/contract-schemas.ts'
import { toastError } from '#kit/web/alerts.ts'
import { call, failedWith } from '#kit/web/call.ts'
import { changedFields } from '#kit/web/form-values.ts'
import { businessToday } from '#kit/web/settings.ts'
import { useTyped } from '#kit/web/use-typed.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { TypedDeskKind } from './DeskKind.tsx'
import { type SendableNotices, noticesOf } from './notices-to-send.ts'
import { bulkSendFailure, type Outcome } from './use-enforcement-form.ts'
import { useRecall } from './use-recall.ts'

/** What is entered for a group; a group that is left out is not sent. */
export type GroupValues = {
  email: string
  isByHand: boolean
  deskKind: TypedDeskKind
  registrar: string
  ipAddress: string
  hosting: string
  isLeftOut: boolean
  /** Up to how many findings an email has; null: one email for each. */
  perEmail: number | null
}

const startingValues = ({ desk, registrar, ipAddress, hosting, perEmail }: SendGroup): GroupValues => ({
  email: desk?.bounced || !desk?.acts ? '' : (desk.email ?? ''),
  isByHand: false,
  deskKind: '',
  registrar,
  ipAddress,
  hosting,
  isLeftOut: false,
  perEmail,
})

/** What was entered, by group. A plan that is read again may have its groups in another order, or other ones. */
export type Entered = Readonly<Record<string, Partial<GroupValues>>>

const keyOf = ({ recordIds }: SendGroup) => [...recordIds].sort().join(' ')

/** What was entered before, and these values of this group. */
export const withEntered = (entered: Entered, group: SendGroup, values: Partial<GroupValues>): Entered => ({
  ...entered,
  [keyOf(group)]: { ...entered[keyOf(group)], ...values },
})

/** The groups of a plan with their values: those entered for the same findings, else those of the plan. */
export const enteredGroups = (groups: readonly SendGroup[], entered: Entered) =>
  groups.map((group, n) => ({ n, group, values: { ...startingValues(group), ...entered[keyOf(group)] } }))

/** Something of a group differs from the plan. */
const isEntered = ({ group, values }: { group: SendGroup; values: GroupValues }): boolean =>
  changedFields(startingValues(group), values).length > 0

/** The groups of a bulk send with what is entered for each, and the sending. */
export function useSendGroups(
  platform: FindingPlatformDefinition,
  ids: readonly string[],
  done: (outcome: Outcome) => void,
) {
  const plan = useQuery({
    queryKey: ['enforcement', 'plan', ...ids],
    queryFn: ({ signal }) => call(enforcement.plan, { platform: platform.value, recordIds: [...ids] }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // It is not exchanged under what is being entered.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const [today] = useState(businessToday)
  const { typed, change, discard } = useTyped({
    about: [platform.value, ...ids].join(' '),
    entered: {} as Entered,
    date: '',
    overrideReason: '',
  })
  const { entered = {}, date = today, overrideReason = '' } = typed
  const common = { date, overrideReason }
  const [refusal, setRefusal] = useState(notRefused)
  const [isSending, setSending] = useState(false)
  const reportSent = useRecall(() => done({}))
  const groups = enteredGroups(plan.data?.groups ?? [], entered)
  const errors = useMemo(() => errorsIn(refusal, plan.data?.groups ?? []), [refusal, plan.data])
  const isOverridden = plan.data?.mayOverride === true && common.overrideReason.trim() !== ''
  const chosen = groups
    .filter(({ values }) => !values.isLeftOut)
    .map((one) => ({ ...one, notices: noticesOf(one.group, one.values, isOverridden) }))
  const going = chosen.filter(({ notices }) => notices.recordIds.length > 0)
  const send = async () => {
    setSending(true)
    setRefusal(notRefused)
    try {
      const sent = await call(enforcement.sendGroups, {
        platform: platform.value,
        ...common,
        groups: going.map(sentGroup),
      })
      reportSent({ ...sent, notices: { batch: sent.batch } })
      done({ batch: sent.batch })
    } catch (error) {
      if (failedWith(error, 422) && Object.keys(error.fields).length > 0) {
        setRefusal({ fields: error.fields, sent: going.map(({ group }) => group) })
      } else toastError(failedWith(error, 404) ? error.message : bulkSendFailure(error), { cause: error })
    } finally {
      setSending(false)
    }
  }
  return {
    plan,
    groups,
    /** The groups that were not left out, and those of them of which some notice goes. */
    chosen,
    going,
    isOverridden,
    common,
    /** Something differs from the plan. */
    isTyped: common.date !== today || common.overrideReason !== '' || groups.some(isEntered),
    errors,
    isSending,
    send,
    set: (group: SendGroup, values: Partial<GroupValues>) =>
      change((now) => ({ entered: withEntered(now.entered ?? {}, group, values) })),
    setCommon: (values: Partial<typeof common>) => change(values),
    /** Set while it shows what was not sent when the session ended: goes back to the plan. */
    discard,
  }
}

/** A group as it is sent: the notices of it that go; what was not chosen is left out. */
function sentGroup({ notices: { recordIds }, values }: { notices: SendableNotices; values: GroupValues }) {
  const { email, deskKind, registrar, ipAddress, hosting, perEmail } = values
  return {
    recordIds,
    abusiveEmailId: email,
    ...(deskKind === '' ? {} : { deskKind }),
    registrar,
    ipAddress,
    hosting,
    ...(perEmail === null ? {} : { perEmail }),
  }
}

/** The errors of a refused send, and the groups that were sent: errors name them by their number among these. */
type Refusal = { fields: Readonly<Record<string, string>>; sent: readonly SendGroup[] }
const notRefused: Refusal = { fields: {}, sent: [] }

/** The errors by the number of each group in the plan as it is now; those of a group that it no longer has are left out. */
export function errorsIn({ fields, sent }: Refusal, groups: readonly SendGroup[]): Record<string, string> {
  const indexOf = new Map(groups.map((group, n) => [keyOf(group), n]))
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, message]) => {
      const [, n, name] = /^groups\.(\d+)\.(.*)$/.exec(field) ?? []
      if (n === undefined) return [[field, message]]
      const group = sent[Number(n)]
      const index = group && indexOf.get(keyOf(group))
      return index === undefined ? [] : [[`${index}.${name}`, message]]
    }),
  )
}
