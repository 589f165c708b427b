import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { SendGroup } from '#features/enforcement/contract-schemas.ts'
import { BulkOverride } from './BulkOverride.tsx'
import { LoadingBlock } from '#kit/web/Loading.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { EnforcementDate } from './EnforcementDate.tsx'
import { GroupFields } from './GroupFields.tsx'
import { Approval } from './SendReview.tsx'
import { texts } from './texts.ts'
import type { Outcome } from './use-enforcement-form.ts'
import { useSendGroups } from './use-send-groups.ts'

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
  const { plan, chosen, isSending } = form
  const { findings, refused } = countsOf(chosen)
  const lacksReason = !plan.data?.mayOverride || form.common.overrideReason.trim() === ''
  return (
    <OpenModal onClose={close} title={texts.bulkMail} size="xl" closeOnClickOutside={false}>
      <form
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
          {plan.data ? <Plan form={form} platform={platform} plan={plan.data} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Close
            </Button>
            <Box>
              <Button type="submit" loading={isSending} disabled={findings === 0 || (refused > 0 && lacksReason)}>
                {chosen.some(({ values }) => values.perEmail !== null)
                  ? texts.sendLists(findings)
                  : texts.sendGroups(findings)}
              </Button>
            </Box>
          </Group>
        </Stack>
      </form>
    </OpenModal>
  )
}

type Form = ReturnType<typeof useSendGroups>

/** How many findings the chosen groups have, how many of them are not approved, and how many may not go without. */
function countsOf(chosen: Form['chosen']) {
  const sumOf = (count: (group: SendGroup) => number) => chosen.reduce((sum, { group }) => sum + count(group), 0)
  return {
    findings: sumOf(({ recordIds }) => recordIds.length),
    unapproved: sumOf(({ unapproved }) => unapproved),
    refused: sumOf(({ refused }) => refused),
  }
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
        <EnforcementDate value={common.date} error={errors['0.date']} onDay={(date) => form.setCommon({ date })} />
      </Group>
      {groups.slice(0, shown).map(({ n, group, values }) => (
        <GroupFields
          key={group.recordIds[0]}
          n={n}
          platform={platform}
          group={group}
          values={values}
          date={common.date}
          errors={errors}
          mayOverride={mayOverride}
          set={(next) => form.set(group, next)}
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

/** What is not approved and what is missing in the chosen groups, with the reason of an Admin for sending them. */
function Obstacles({ form: { chosen, common, errors, setCommon }, mayOverride }: { form: Form; mayOverride: boolean }) {
  const { findings, unapproved, refused } = countsOf(chosen)
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
        {findings === 0 ? texts.nothingToSend : texts.setsInProgress}
      </Text>
    </>
  )
}
