import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { SendGroup } from '#features/enforcement/contract-schemas.ts'
import { BulkOverride } from './BulkOverride.tsx'
import { LoadingBlock } from '#kit/web/Loading.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import { Restored } from '#kit/web/Restored.tsx'
import { useDiscardGuard } from '#kit/web/use-discard-guard.tsx'
import { useFirstError } from '#kit/web/use-first-error.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { EnforcementDate } from './EnforcementDate.tsx'
import { GroupFields } from './GroupFields.tsx'
import { withheldCounts } from './notices-to-send.ts'
import { Approval } from './SendReview.tsx'
import { texts } from './texts.ts'
import type { Outcome } from './use-enforcement-form.ts'
import { useSendGroups } from './use-send-groups.ts'
import classes from './Enforcement.module.css'

type Props = {
  platform: FindingPlatformDefinition
  ids: readonly string[]
  close: () => void
  done: (outcome: Outcome) => void
}

/** How many groups are shown at first, and more with each click. */
const groupsPerPage = 25

/** Notices for several findings (S-043, S-206), grouped by the desk to ask. */
export function BulkSendDialog({ platform, ids, close, done }: Props) {
  const form = useSendGroups(platform, ids, done)
  const { plan, going, isSending } = form
  const notices = noticesIn(going)
  const element = useFirstError(form.errors)
  const [leave, question] = useDiscardGuard({ isTyped: form.isTyped, close })
  return (
    <OpenModal onClose={leave} title={texts.bulkMail} size="xl" closeOnClickOutside={false}>
      <form
        ref={element}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          void form.send()
        }}
      >
        <Stack gap="sm">
          {plan.error ? <ErrorState error={plan.error} retry={() => void plan.refetch()} /> : null}
          {plan.isPending ? <LoadingBlock height={220} /> : null}
          {form.discard ? <Restored discard={form.discard} /> : null}
          {plan.data ? <Plan form={form} platform={platform} plan={plan.data} /> : null}
          <Group justify="flex-end" gap="xs" wrap="nowrap" className={classes['sendBar']!}>
            <LeftOut form={form} />
            <Button variant="default" onClick={leave} className={classes['whole']!}>
              Close
            </Button>
            <Button type="submit" loading={isSending} disabled={notices === 0} className={classes['whole']!}>
              {going.some(({ values }) => values.perEmail !== null)
                ? texts.sendLists(notices)
                : texts.sendGroups(notices)}
            </Button>
          </Group>
        </Stack>
      </form>
      {question}
    </OpenModal>
  )
}

type Form = ReturnType<typeof useSendGroups>

const noticesIn = (groups: Form['going']) => groups.reduce((sum, { notices }) => sum + notices.recordIds.length, 0)

/** Beside the button: how many findings get no notice and why; after a refusal, that nothing went. */
function LeftOut({ form: { chosen, errors } }: { form: Form }) {
  const withheld = withheldCounts(chosen.map(({ notices }) => notices))
  const refusals = Object.values(errors)
  return (
    <Text size="sm" role="status" flex={1} miw={0}>
      {refusals.length > 0 ? texts.refusedSend(refusals.length, refusals[0]!) : null}{' '}
      {withheld.length > 0 ? texts.leftOut(withheld) : null}
    </Text>
  )
}

/** How many findings of the chosen groups are not approved, and how many may not go without. */
function approvalsOf(chosen: Form['chosen']) {
  const sumOf = (count: (group: SendGroup) => number) => chosen.reduce((sum, { group }) => sum + count(group), 0)
  return { unapproved: sumOf(({ unapproved }) => unapproved), refused: sumOf(({ refused }) => refused) }
}

type PlanProps = {
  form: Form
  platform: FindingPlatformDefinition
  plan: NonNullable<Form['plan']['data']>
}

/** The date, the groups with their fields, and what stands against sending them. */
function Plan({ form, platform, plan: { total, mayOverride } }: PlanProps) {
  const { groups, common, errors } = form
  const [shown, setShown] = useState(groupsPerPage)
  return (
    <>
      <Group justify="space-between" align="flex-end">
        <Text size="sm">{texts.groupsFound(groups.length, total)}</Text>
        <EnforcementDate value={common.date} error={dateErrorOf(errors)} onDay={(date) => form.setCommon({ date })} />
      </Group>
      {groups.slice(0, Math.max(shown, lastWithError(errors) + 1)).map(({ n, group, values }) => (
        <GroupFields
          key={group.recordIds[0]}
          n={n}
          platform={platform}
          group={group}
          values={values}
          date={common.date}
          errors={errors}
          override={{ may: mayOverride, isGiven: form.isOverridden }}
          set={(next) => form.set(group, next)}
          check={() => void form.plan.refetch()}
        />
      ))}
      {groups.length > shown ? (
        <Button variant="default" size="xs" onClick={() => setShown(shown + groupsPerPage)}>
          Show more ({groups.length - shown})
        </Button>
      ) : null}
      <Obstacles form={form} mayOverride={mayOverride} />
    </>
  )
}

/** The date is one for all groups, and refused with each. */
const dateErrorOf = (errors: Form['errors']) => Object.entries(errors).find(([field]) => field.endsWith('.date'))?.[1]

/** The number of the last group with an error; -1 without one. */
const lastWithError = (errors: Form['errors']) =>
  Math.max(-1, ...Object.keys(errors).flatMap((field) => (/^\d+\./.test(field) ? [Number.parseInt(field, 10)] : [])))

/** What is not approved and what is missing in the chosen groups, with the reason of an Admin for sending them. */
function Obstacles({ form, mayOverride }: { form: Form; mayOverride: boolean }) {
  const { chosen, going, common, errors, setCommon } = form
  const { unapproved, refused } = approvalsOf(chosen)
  const reason = mayOverride
    ? { value: common.overrideReason, set: (overrideReason: string) => setCommon({ overrideReason }) }
    : undefined
  return (
    <>
      <Approval
        isApproved={unapproved === 0}
        unapproved={unapproved}
        refused={refused}
        reason={reason && { ...reason, error: errors['overrideReason'] }}
      />
      <BulkOverride
        lacking={chosen.flatMap(({ group }) => group.lacking)}
        errors={errors}
        reason={refused > 0 ? undefined : reason}
      />
      <Text size="sm" c="dimmed">
        {going.length === 0 && chosen.every(({ values }) => values.email.trim() === '')
          ? texts.nothingToSend
          : texts.setsInProgress}
      </Text>
    </>
  )
}
