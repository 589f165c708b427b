import { Button, Group, List, Text } from '@mantine/core'
import { useState } from 'react'
import { enforcement } from '#features/enforcement/contract.ts'
import type { AbuseDesk } from '#features/contacts/contract.ts'
import type { SendGroup } from '#features/enforcement/contract-schemas.ts'
import { toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { StatusMark } from '#kit/web/cells.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { FormSheet } from './FormSheet.tsx'
import { type WithheldReason, noticesOf } from './notices-to-send.ts'
import { texts } from './texts.ts'
import type { GroupValues } from './use-send-groups.ts'

type Props = {
  platform: FindingPlatformDefinition
  group: SendGroup
  values: GroupValues
  /** The day that records get. */
  date: string
  isOverridden: boolean
}
type Sheet = { id: string; desk: AbuseDesk }

const keyOf = ({ id, desk }: Sheet) => `${id} ${desk.form}`

/** The findings of a group, with what contradicts the registry and the web forms through which each can be reported. */
export function GroupFindings({ platform, group, values, date, isOverridden }: Props) {
  const { findings, recordIds } = group
  const { withheld } = noticesOf(group, values, isOverridden)
  const [sheet, setSheet] = useState<Sheet>()
  const [recorded, setRecorded] = useState<ReadonlySet<string>>(new Set())
  const { registrar, ipAddress, hosting } = values
  return (
    <List size="sm" mt="xs" spacing={6} listStyleType="none" aria-label="Findings">
      {findings.map((finding) => (
        <FindingItem
          key={finding.id}
          finding={finding}
          reason={withheld.get(finding.id)}
          isRecorded={(desk) => recorded.has(keyOf({ id: finding.id, desk }))}
          open={(desk) => setSheet({ id: finding.id, desk })}
        />
      ))}
      {recordIds.length > findings.length ? (
        <List.Item>{texts.moreFindings(recordIds.length - findings.length)}</List.Item>
      ) : null}
      {sheet?.desk.form ? (
        <FormSheet
          subject={{
            platform: platform.value,
            id: sheet.id,
            form: sheet.desk.form,
            name: sheet.desk.name,
            takesEmail: sheet.desk.email !== null,
            facts: { registrar, ipAddress, hosting, date },
          }}
          record={async (entered) => {
            const facts = { registrar, ipAddress, hosting, date, ...entered }
            const input = { ...facts, platform: platform.value, id: sheet.id, form: sheet.desk.form! }
            toastSuccess((await call(enforcement.recordForm, input)).message)
            setRecorded(new Set([...recorded, keyOf(sheet)]))
            setSheet(undefined)
          }}
          close={() => setSheet(undefined)}
        />
      ) : null}
    </List>
  )
}

type FindingItemProps = {
  finding: SendGroup['findings'][number]
  /** Why it gets no notice. */
  reason: WithheldReason | undefined
  /** It was reported through the form of the desk just now. */
  isRecorded: (desk: AbuseDesk) => boolean
  open: (desk: AbuseDesk) => void
}

function FindingItem({ finding, reason, isRecorded, open }: FindingItemProps) {
  const { address, status, isApproved, mismatches, forms } = finding
  return (
    <List.Item>
      <Group gap={8} align="baseline">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {address}
        </Text>
        <StatusMark code={status} />
        {isApproved ? null : (
          <Text size="xs" c="dimmed">
            not approved
          </Text>
        )}
        {reason && reason !== 'noRecipient' ? (
          <Text size="xs" c="dimmed">
            {texts.cannotGo(texts.withheldReasons[reason])}
          </Text>
        ) : null}
        {forms.map((desk) =>
          isRecorded(desk) ? (
            <Text key={desk.form} size="xs" c="dimmed">
              {texts.formRecorded}: {desk.name}
            </Text>
          ) : (
            <Button
              key={desk.form}
              size="compact-sm"
              variant="default"
              aria-label={`${texts.openSheetOf(desk.name)}, ${address}`}
              onClick={() => open(desk)}
            >
              {texts.openSheetOf(desk.name)}
            </Button>
          ),
        )}
      </Group>
      {mismatches.map((sentence) => (
        <Text key={sentence} size="xs" c="dimmed">
          {sentence}
        </Text>
      ))}
    </List.Item>
  )
}
