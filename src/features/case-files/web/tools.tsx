import { Button } from '@mantine/core'
import { IconBriefcase, IconGavel } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { EnforcedFinding } from '#features/enforcement/web/enforced-finding.ts'
import { mailPlatforms } from '#platforms/all.ts'
import type { Platform } from '#platforms/platform.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { texts } from './texts.ts'
import { titles } from './titles.ts'

const ComplaintDialog = lazyPart(() => import('./ComplaintDialog.tsx').then((module) => module.ComplaintDialog))
const CaseFileDialog = lazyPart(() => import('./CaseFileDialog.tsx').then((module) => module.CaseFileDialog))

const icon = <IconBriefcase size={14} aria-hidden />

/** Link from Enforcement to the case files. */
export function CaseFilesLink() {
  return (
    <Button component={Link} to="/case-files" size="xs" variant="default" leftSection={icon}>
      {titles.caseFiles}
    </Button>
  )
}

/** Buttons in the header of a finding's enforcement: its case file, and the complaint about its registrar. */
export function CaseFileOfFinding({ platform, row }: { platform: Platform; row: EnforcedFinding }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <CaseFileButton platform={platform} ids={[row.id]} isQuiet />
      {mailPlatforms.some(({ value }) => value === platform.value) ? (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconGavel size={14} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {texts.complaint}
        </Button>
      ) : null}
      {isOpen ? <ComplaintDialog platform={platform.value} id={row.id} close={() => setOpen(false)} /> : null}
    </>
  )
}

/** Button above a list with selected findings. */
export function CaseFileOfSelection({ platform, ids }: { platform: Platform; ids: readonly string[] }) {
  return <CaseFileButton platform={platform} ids={ids} />
}

type CaseFileButtonProps = { platform: Platform; ids: readonly string[]; isQuiet?: boolean }

/** Button that requests and downloads the case file of findings. */
export function CaseFileButton({ platform, ids, isQuiet = false }: CaseFileButtonProps) {
  const [requestedIds, setRequestedIds] = useState<readonly string[]>()
  return (
    <>
      <Button
        size={isQuiet ? 'compact-xs' : 'compact-sm'}
        variant={isQuiet ? 'subtle' : 'default'}
        leftSection={icon}
        onClick={() => setRequestedIds(ids)}
      >
        {texts.button}
      </Button>
      {requestedIds ? (
        <CaseFileDialog platform={platform.value} ids={requestedIds} close={() => setRequestedIds(undefined)} />
      ) : null}
    </>
  )
}
