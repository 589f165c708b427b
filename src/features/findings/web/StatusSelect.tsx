import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { refreshIfOutOfScope } from '#features/sessions/web/refresh-user.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call, failedWith } from '#kit/web/call.ts'
import { StatusMark } from '#kit/web/cells.tsx'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { readableColour } from '#kit/web/readable-colour.ts'
import { useShownScheme } from '#kit/web/shown-scheme.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { rowChoices } from '#vocabulary/status-moves.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import { findingStatus } from '#features/findings/contract.ts'
import { captionOf, type CellActions, type Finding } from './finding.ts'
import { texts } from './texts.ts'
import { undoMilliseconds } from './use-undo-offer.ts'
import classes from './StatusSelect.module.css'

type Props = { platform: FindingPlatformDefinition; row: Finding; actions: CellActions }

/** A row's status: a select where the person may change it (C-114, G41), else a dot and its name. */
export function StatusSelect({ platform, row, actions }: Props) {
  const { role } = useSession()
  const scheme = useShownScheme()
  const { saving, change } = useChanging({ platform, row, actions })
  const choices = role ? rowChoices(role, platform.value, row.status) : []
  if (choices.length === 0) return <StatusMark code={row.status} />

  const shown = saving ?? row.status
  const appearance = statusDisplay(shown)
  return (
    <span className={classes.box} data-saving={saving !== undefined || undefined}>
      <span className={classes.dot} style={{ background: appearance.colour }} aria-hidden />
      <select
        className={classes.select}
        aria-label={`Status of ${captionOf(platform, row)}`}
        style={{ color: readableColour(appearance.colour, scheme) }}
        value={shown}
        disabled={saving !== undefined}
        onChange={(event) => void change(event.currentTarget.value)}
      >
        {choices.map((code) => (
          <option key={code} value={code}>
            {statusDisplay(code).name}
          </option>
        ))}
      </select>
      <IconChevronDown size={13} className={classes.arrow} aria-hidden />
    </span>
  )
}

/** Changes the status of a row and offers Undo; `saving`: the status that is being saved. */
function useChanging({ platform, row, actions }: Props) {
  const [saving, setSaving] = useState<string>()
  const change = async (status: string) => {
    setSaving(status)
    try {
      const answer = await call(findingStatus.change, {
        id: row.id,
        platform: platform.value,
        status,
        statusfrom: row.status,
        company: row.company.id,
        brand: row.brand.id,
        url: row[platform.identity],
        module: platform.module,
      })
      actions.onStatus(row, status)
      toastSuccess(answer.message, {
        milliseconds: undoMilliseconds,
        action: { label: texts.undo, run: () => void undo(row.status, answer.moment) },
      })
    } catch (error) {
      fail(error)
    } finally {
      setSaving(undefined)
    }
  }
  const undo = async (before: string, moment: string) => {
    try {
      await call(findingStatus.undo, { id: row.id, moment })
      actions.onStatus(row, before)
      toastSuccess(texts.statusUndone(statusDisplay(before).name))
    } catch (error) {
      fail(error)
    }
  }
  const fail = (error: unknown) => {
    toastError(sentenceOf(error))
    if (failedWith(error, 409)) actions.onStale()
    refreshIfOutOfScope(error)
  }

  return { saving, change }
}
