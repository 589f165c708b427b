import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { caseFiles, type EvidenceDay } from '#features/case-files/contract.ts'
import { call } from '#kit/web/call.ts'
import { CutText, Mark } from '#kit/web/cells.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { MasterTable } from '#kit/web/MasterTable.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import type { TableColumn } from '#kit/web/record-parts.ts'
import { usePages } from '#kit/web/use-pages.ts'
import { countText } from '#vocabulary/numbers.ts'
import { Proofs, VerificationCode } from './Proofs.tsx'
import { dayTexts as texts, stateColours } from './texts.ts'
import { titles } from './titles.ts'
import { useDayDownload } from './use-download.ts'

/** The daily lists of evidence: what each has, its code, its time stamps, and its download for whoever verifies it. */
export function EvidenceDaysScreen() {
  const pages = usePages<EvidenceDay>({
    name: 'evidence-days',
    load: (query, signal) => call(caseFiles.days, query, { signal }),
  })
  const { bytes, download } = useDayDownload()
  return (
    <PageFrame title={titles.days}>
      <Text size="sm" c="dimmed" p="sm" maw="80ch">
        {texts.intro}
      </Text>
      <MasterTable
        label={titles.days}
        pages={pages}
        columns={columns}
        details={(day) => <Details day={day} />}
        actions={({ id }) => (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            disabled={bytes !== undefined}
            aria-label={texts.downloadOf(id)}
            onClick={() => download(id)}
          >
            {texts.download}
          </Button>
        )}
        actionsWidth={130}
        empty={<EmptyState title={texts.none} hint={texts.noneHint} />}
      />
    </PageFrame>
  )
}

/** Pictures and other files: what is neither a notice nor an answer. */
const filesOf = ({ items, notices, answers }: EvidenceDay) =>
  notices === null || answers === null ? null : items - notices - answers
const count = (n: number | null) => (n === null ? texts.notCounted : countText(n))

const columns: readonly TableColumn<EvidenceDay>[] = [
  { name: 'day', label: texts.day, width: 120, onCard: 'title', cell: ({ id }) => id },
  { name: 'items', label: texts.items, width: 90, align: 'right', cell: ({ items }) => countText(items) },
  { name: 'files', label: texts.files, width: 120, align: 'right', cell: (day) => count(filesOf(day)) },
  { name: 'notices', label: texts.notices, width: 110, align: 'right', cell: ({ notices }) => count(notices) },
  { name: 'answers', label: texts.answers, width: 110, align: 'right', cell: ({ answers }) => count(answers) },
  { name: 'head', label: texts.code, width: 190, grows: true, cell: ({ head }) => <CutText text={head} /> },
  { name: 'stamps', label: texts.stamps, width: 190, cell: (day) => <State day={day} /> },
]

function State({ day: { stamps, followsOn } }: { day: EvidenceDay }) {
  if (!followsOn) return <Mark name={texts.missing} colour={stateColours.failed} />
  if (stamps.length === 0) return <Mark name={texts.noStamps} colour={stateColours.waiting} />
  const got = stamps.filter(({ at }) => at !== null).length
  const isOver = stamps.every(({ at, isGivenUp }) => at !== null || isGivenUp)
  const colour = got === stamps.length ? stateColours.ready : isOver ? stateColours.failed : stateColours.building
  return <Mark name={texts.stampsOf(got, stamps.length, isOver)} colour={colour} />
}

function Details({ day }: { day: EvidenceDay }) {
  const { id, from, previous, followsOn, head, isSigned, stamps } = day
  return (
    <Stack gap="xs" style={{ whiteSpace: 'normal' }}>
      {followsOn ? null : (
        <Alert color="red" title={texts.missing} style={{ overflowWrap: 'anywhere' }}>
          {texts.missingHint(previous)}
        </Alert>
      )}
      <div>
        <VerificationCode head={head} />
        <Proofs of={day} signed={isSigned ? texts.signed : texts.notSigned} />
        {stamps.length === 0 ? (
          <Text size="xs" c="dimmed">
            {texts.noAuthority}
          </Text>
        ) : null}
      </div>
      <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
        {texts.covers(from, id)} {previous === null ? texts.first : texts.follows(previous)}
      </Text>
    </Stack>
  )
}
