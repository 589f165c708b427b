import {
  IconGavel,
  IconHistory,
  IconLock,
  IconMail,
  IconPaperclip,
  IconPencil,
  IconUserCheck,
  IconUsersGroup,
} from '@tabler/icons-react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Entry } from '#features/activity/contract.ts'
import { StatusMark } from '#kit/web/cells.tsx'
import { FileViewer } from '#kit/web/FileViewer.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { showMoment } from '#vocabulary/dates.ts'
import classes from './Activity.module.css'
import { piecesOf } from './mention-text.ts'
import { texts } from './texts.ts'

const icons = {
  status: IconHistory,
  assignment: IconUserCheck,
  enforcement: IconGavel,
  edit: IconPencil,
  answer: IconMail,
  cluster: IconUsersGroup,
}

/** One entry of a thread: a message, or a change in one line. */
export function EntryItem({ entry, undo }: { entry: Entry; undo?: ((moment: string) => void) | undefined }) {
  if (entry.kind === 'line') return <Message entry={entry} />
  const Icon = icons[entry.kind]
  return (
    <li className={classes['change']} data-kind={entry.kind}>
      <Icon size={14} className={classes['icon']} aria-hidden />
      <span className={classes['what']}>
        {entry.status ? (
          <Moved {...entry.status} />
        ) : entry.kind === 'edit' ? (
          <Edited changes={entry.changes} />
        ) : (
          entry.text
        )}
        {undo && entry.moment !== null ? (
          <Button size="compact-xs" variant="default" onClick={() => undo(entry.moment!)}>
            {texts.undo}
          </Button>
        ) : null}
        <span className={classes['by']}>
          {entry.author ? `${entry.author.name} · ` : ''}
          <When at={entry.at} />
        </span>
      </span>
    </li>
  )
}

/** The changed fields, each with its value before, where it had one, and after. */
function Edited({ changes }: Pick<Entry, 'changes'>) {
  return (
    <ul className={classes['changes']}>
      {changes.map(({ label, from, to }) => (
        <li key={label}>
          {label}: {from === '' ? null : <del>{from}</del>} {to === '' ? texts.emptied : <ins>{to}</ins>}
        </li>
      ))}
    </ul>
  )
}

function Moved({ from, to }: { from: string; to: string }) {
  return (
    <span className={classes['move']}>
      {from === '' ? <span>{texts.newRecord}</span> : <StatusMark code={from} />}
      <span aria-label={texts.to}>→</span>
      <StatusMark code={to} />
    </span>
  )
}

function Message({ entry }: { entry: Entry }) {
  const { author, isInternal, mentions } = entry
  return (
    <li className={classes['message']} data-internal={isInternal || undefined}>
      <div className={classes['head']}>
        <span className={classes['author']}>{author?.name ?? texts.imported}</span>
        {author ? <span>{author.isStaff ? texts.staff : texts.client}</span> : null}
        {author ? <When at={entry.at} /> : null}
        {isInternal ? (
          <span className={classes['mark']}>
            <IconLock size={12} aria-hidden /> {texts.internalMark}
          </span>
        ) : null}
      </div>
      <p className={classes['text']}>
        {piecesOf(
          entry.text,
          mentions.map(({ name }) => name),
        ).map((piece, at) =>
          piece.isMention ? (
            <b key={at} className={classes['mention']}>
              {piece.text}
            </b>
          ) : (
            piece.text
          ),
        )}
      </p>
      {entry.files.length > 0 ? <Attachments files={entry.files} /> : null}
    </li>
  )
}

function Attachments({ files }: { files: Entry['files'] }) {
  const [open, setOpen] = useState<number>()
  return (
    <>
      <ul className={classes['files']}>
        {files.map(({ name, link }, at) => (
          <li key={link}>
            <button
              type="button"
              className={classes['file']}
              aria-label={texts.open(name)}
              title={name}
              onClick={() => setOpen(at)}
            >
              <IconPaperclip size={13} aria-hidden />
              <span>{name}</span>
            </button>
          </li>
        ))}
      </ul>
      <FileViewer
        files={files.map(({ name, link }) => ({ link, caption: name, fileName: name }))}
        open={open}
        onOpen={setOpen}
      />
    </>
  )
}

function When({ at }: { at: string }) {
  const { businessZone } = useSettings()
  return <time dateTime={at}>{showMoment(at, businessZone)}</time>
}
