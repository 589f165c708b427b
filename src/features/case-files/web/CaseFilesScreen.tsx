import { ActionIcon, Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type CaseFile, caseFiles } from '#features/case-files/contract.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { call } from '#kit/web/call.ts'
import { CutText, Mark } from '#kit/web/cells.tsx'
import { delays } from '#kit/web/delays.ts'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { MasterTable } from '#kit/web/MasterTable.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import type { TableColumn } from '#kit/web/record-parts.ts'
import { useSettings } from '#kit/web/settings.ts'
import { usePages } from '#kit/web/use-pages.ts'
import { platformOf } from '#platforms/all.ts'
import { showMoment } from '#vocabulary/dates.ts'
import { MadeFile } from './MadeFile.tsx'
import { stateColours, texts } from './texts.ts'
import { titles } from './titles.ts'
import { useDownload } from './use-download.ts'
import { countText } from '#vocabulary/numbers.ts'

/** Its search is all that a view has. */
const views = { filters: [], sortedBy: [] }

/** All requested case files: state, requester, verification code, and the download until it is deleted. */
export function CaseFilesScreen() {
  const pages = usePages<CaseFile>({
    name: 'case-files',
    load: (query, signal) => call(caseFiles.list, query, { signal }),
  })
  const { bytes, download } = useDownload()
  const { role } = useSession()
  const { businessZone: zone } = useSettings()
  const isMaking = pages.rows.some(({ state }) => state === 'waiting' || state === 'building')
  const { reload } = pages
  useEffect(() => {
    if (!isMaking) return
    const timer = setInterval(reload, delays.mail)
    return () => clearInterval(timer)
  })
  const columns = columnsOf(zone)
  return (
    <PageFrame
      title={titles.caseFiles}
      views={views}
      aside={
        role === 'Admin' ? (
          <Button component={Link} to="/evidence-days" size="xs" variant="default">
            {titles.days}
          </Button>
        ) : null
      }
    >
      <MasterTable
        label={titles.caseFiles}
        pages={pages}
        columns={columns}
        actions={(file) =>
          file.state === 'ready' ? (
            <ActionIcon
              size={26}
              aria-label={texts.download(file.title)}
              title={texts.zip(file.zipBytes)}
              disabled={bytes !== undefined}
              onClick={() => download(file, 'zip')}
            >
              <IconDownload size={15} aria-hidden />
            </ActionIcon>
          ) : null
        }
        details={(file) => <MadeFile file={file} bytes={bytes} download={download} />}
        empty={
          <EmptyState title={texts.none} hint={texts.noneHint}>
            <Button component={Link} to="/enforcement" size="xs" variant="default">
              {texts.toEnforcement}
            </Button>
          </EmptyState>
        }
      />
    </PageFrame>
  )
}

/** `zone` is that of the times. */
const columnsOf = (zone: string): readonly TableColumn<CaseFile>[] => [
  {
    name: 'createdAt',
    label: 'Requested',
    width: 176,
    cell: ({ createdAt }) => showMoment(createdAt, zone),
  },
  { name: 'createdBy', label: 'By', width: 130, cell: (row) => <CutText text={row.createdBy} /> },
  {
    name: 'title',
    label: 'About',
    width: 220,
    grows: true,
    onCard: 'title',
    cell: (row) => <CutText text={row.title} />,
  },
  { name: 'findings', label: 'Findings', width: 90, align: 'right', cell: (row) => countText(row.findings) },
  { name: 'platform', label: 'Platform', width: 110, cell: (row) => platformOf(row.platform)?.title ?? row.platform },
  { name: 'companies', label: 'Company', width: 150, cell: (row) => <CutText text={row.companies.join(', ')} /> },
  { name: 'state', label: 'State', width: 170, cell: (row) => <State file={row} /> },
]

function State({ file: { state, done, findings, warnings } }: { file: CaseFile }) {
  const more = state === 'building' ? `, ${texts.progress(done, findings)}` : ''
  const doubts = warnings.length > 0 ? `, ${warnings.length} ${warnings.length === 1 ? 'problem' : 'problems'}` : ''
  return <Mark name={`${texts.state[state]}${more}${doubts}`} colour={stateColours[state]} />
}
