import { Box, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { BulkOverride } from './BulkOverride.tsx'
import { LoadingBlock } from '#kit/web/Loading.tsx'
import { DayInput } from '#kit/web/DayInput.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { businessToday } from '#kit/web/settings.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { earliestReportingDate, showEnforcementDay } from '#vocabulary/dates.ts'
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
  const { plan, groups, chosen, common, errors, isSending } = form
  const [shown, setShown] = useState(groupsPerPage)
  const emails = chosen.reduce((sum, { group }) => sum + group.recordIds.length, 0)
  const unapproved = chosen.reduce((sum, { group }) => sum + group.unapproved, 0)
  const refused = chosen.reduce((sum, { group }) => sum + group.refused, 0)
  const mayOverride = plan.data?.mayOverride ?? false
  const setReason = (overrideReason: string) => form.setCommon({ overrideReason })
  return (
    <Modal opened onClose={close} title={texts.bulkMail} size="xl" closeOnClickOutside={false}>
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
          {plan.data ? (
            <>
              <Group justify="space-between" align="flex-end">
                <Text size="sm">{texts.groupsFound(groups.length, plan.data.total)}</Text>
                <DayInput
                  label="Date"
                  required
                  write={showEnforcementDay}
                  offered={{ first: earliestReportingDate, last: businessToday() }}
                  value={common.date}
                  error={errors['0.date']}
                  onDay={(date) => form.setCommon({ date })}
                />
              </Group>
              {groups.slice(0, shown).map(({ n, group, values }) => (
                <GroupFields
                  key={n}
                  n={n}
                  platform={platform}
                  group={group}
                  values={values}
                  date={common.date}
                  errors={errors}
                  mayOverride={mayOverride}
                  set={(next) => form.set(n, next)}
                />
              ))}
              {groups.length > shown ? (
                <Button variant="default" size="xs" onClick={() => setShown(shown + groupsPerPage)}>
                  Show more ({groups.length - shown})
                </Button>
              ) : null}
              <Approval
                isApproved={unapproved === 0}
                unapproved={unapproved}
                refused={refused}
                reason={
                  mayOverride
                    ? { value: common.overrideReason, set: setReason, error: errors['overrideReason'] }
                    : undefined
                }
              />
              <BulkOverride
                lacking={chosen.flatMap(({ group }) => group.lacking)}
                errors={errors}
                reason={refused > 0 || !mayOverride ? undefined : { value: common.overrideReason, set: setReason }}
              />
              <Text size="sm" c="dimmed">
                {emails === 0 ? texts.nothingToSend : texts.setsInProgress}
              </Text>
            </>
          ) : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Close
            </Button>
            <Box>
              <Button
                type="submit"
                loading={isSending}
                disabled={emails === 0 || (refused > 0 && (!mayOverride || common.overrideReason.trim() === ''))}
              >
                {chosen.some(({ values }) => values.perEmail !== null)
                  ? texts.sendLists(emails)
                  : texts.sendGroups(emails)}
              </Button>
            </Box>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
