import { IconFlagFilled, IconPhoto } from '@tabler/icons-react'
import { Fragment, type ReactNode, useState } from 'react'
import { statusDisplay } from '#vocabulary/statuses.ts'
import { readableColour } from './readable-colour.ts'
import { useShownScheme } from './shown-scheme.ts'
import classes from './cells.module.css'

/** A status as a dot and a coloured word, never colour alone (G45). */
export function StatusMark({ code }: { code: string }) {
  const status = statusDisplay(code)
  return <Mark name={status.name} colour={status.colour} />
}

/** A name with its colour: a dot and a word in a readable shade. */
export function Mark({ name, colour }: { name: string; colour: string }) {
  const scheme = useShownScheme()
  return (
    <span className={classes.mark} style={{ color: readableColour(colour, scheme) }} title={name}>
      <span className={classes.dot} style={{ background: colour }} aria-hidden />
      <span className={classes.cut}>{name}</span>
    </span>
  )
}

/** High is unmistakable, Low is quiet, none is blank (C-199). */
export function PriorityMark({ priority }: { priority: string | null }) {
  if (!priority) return null
  if (priority !== 'High') return <span className={classes.low}>{priority}</span>
  return (
    <span className={classes.high}>
      <IconFlagFilled size={12} aria-hidden />
      {priority}
    </span>
  )
}

/** Text on one line, truncated; on hover the full text shows, or `title`. */
export function CutText({ text, title = text }: { text: string; title?: string }) {
  return (
    <span className={classes.cut} title={title} data-cut>
      {breakable(text)}
    </span>
  )
}

/**
 * A text that on two lines is broken behind an underscore, such as a reason code, before it is broken anywhere; on cards one
 * of a single word, such as an address, also behind what its parts are joined by.
 */
export function breakable(text: string): ReactNode {
  const parts = text.split(/\s/.test(text) ? /(?<=_)/ : /(?<=[_/.\-?&=])(?![_/.\-?&=])/)
  if (parts.length === 1) return text
  return parts.map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one text do not move
    <Fragment key={at}>
      {at > 0 ? <wbr className={parts[at - 1]!.endsWith('_') ? undefined : classes.onCard} /> : null}
      {part}
    </Fragment>
  ))
}

/** Thumbnail of a fixed size, loaded lazily; a placeholder when there is no picture or it cannot be loaded. */
export function Thumbnail({ source, label, onOpen }: { source: string | null; label: string; onOpen?: () => void }) {
  const [failed, setFailed] = useState<string>()
  if (!source || failed === source)
    return (
      <span className={classes.noPicture} title="No picture">
        <IconPhoto size={14} aria-hidden />
      </span>
    )
  const picture = (
    <img
      src={source}
      alt=""
      width={28}
      height={28}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      className={classes.picture}
      onError={() => setFailed(source)}
    />
  )
  if (!onOpen) return picture
  return (
    <button type="button" className={classes.pictureButton} aria-label={label} onClick={onOpen}>
      {picture}
    </button>
  )
}

/** Address of the small version of a stored picture: 96 pixels, or 480 for a card. Other pictures are returned unchanged. */
export function thumbnailOf(address: string | null, size: 'thumb' | 'card' = 'thumb'): string | null {
  if (!address) return null
  return /\/api\/files\//.test(address) ? `${address}${address.includes('?') ? '&' : '?'}size=${size}` : address
}
