import { Fragment, type ReactNode } from 'react'
import { type Piece, safePieces } from './safe-text.ts'

/** Renders the text with its b, i and br; all other HTML is dropped. */
export function NotificationText({ html }: { html: string }) {
  return shown(safePieces(html))
}

function shown(pieces: readonly Piece[]): ReactNode {
  return pieces.map((piece, at) => {
    if (typeof piece === 'string') return <Fragment key={at}>{piece}</Fragment>
    if (piece.tag === 'br') return <br key={at} />
    const Tag = piece.tag
    return <Tag key={at}>{shown(piece.inside)}</Tag>
  })
}
