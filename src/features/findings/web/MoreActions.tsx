import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { toastError } from '#kit/web/alerts.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { LateMenu } from '#kit/web/LateMenu.tsx'
import { fetchFile, saveFile } from '#kit/web/fetch-file.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { downloadCap } from '#features/findings/contract-schemas.ts'
import { messages } from '#features/findings/messages.ts'
import { DecisionDialog } from './DecisionDialog.tsx'
import { texts } from './texts.ts'
import type { Undoable } from './use-undo-offer.ts'

type Props = {
  platform: FindingPlatformDefinition
  /** How many records the list has, and the address of its decision sheet. */
  count: number
  address: string
  onDecided: (what: Undoable) => void
  /** Begins to select rows; undefined while they can be selected. */
  select: (() => void) | undefined
}

/**
 * What is rarely done with a list: select records whatever their status and, for Clients, decide in Excel (download the
 * list with a Decision column, upload it filled in). Nothing where none of it is possible.
 */
export function MoreActions({ platform, count, address, onDecided, select }: Props) {
  const { role } = useSession()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const decides = role === 'Client' && platform.abilities.includes('approve')
  if (!decides && !select) return null

  const download = async () => {
    if (count > downloadCap) return toastError(messages.tooManyToDownload)
    setBusy(true)
    try {
      const file = await fetchFile(address, { seconds: platform.downloadPatience })
      saveFile(file, `${platform.downloadName}-decisions.xlsx`)
    } catch (error) {
      toastError(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <LateMenu
        target={
          <ActionIcon
            variant="default"
            size={30}
            loading={isBusy}
            aria-label={texts.moreActions}
            title={texts.moreActions}
          >
            <IconDots size={16} />
          </ActionIcon>
        }
      >
        {select && <Menu.Item onClick={select}>{texts.selectRecords}</Menu.Item>}
        {decides && (
          <>
            <Menu.Label>{texts.decideInExcel}</Menu.Label>
            <Menu.Item disabled={count === 0} onClick={() => void download()}>
              {texts.downloadToDecide}
            </Menu.Item>
            <Menu.Item onClick={() => setOpen(true)}>{texts.uploadDecisions}</Menu.Item>
          </>
        )}
      </LateMenu>
      {isOpen && <DecisionDialog platform={platform} close={() => setOpen(false)} onDecided={onDecided} />}
    </>
  )
}
