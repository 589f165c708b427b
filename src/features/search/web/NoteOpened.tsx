import { useEffect } from 'react'
import { search } from '#features/search/contract.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { call } from '#kit/web/call.ts'

/** A finding that is open for so long, in milliseconds, was not only walked over. */
const restMilliseconds = 2000

/** Whom and which finding the last call was about: opening the same one again is no other record. */
let noted = ''

/** Notes the finding that stays open beside a list for a moment among the recent records of the palette. */
export function NoteOpened({ row: { id, company } }: { row: { id: string; company: { id: string } } }) {
  const userId = useSession().user?.id ?? ''
  const companyId = company.id
  useEffect(() => {
    const key = `${userId} ${id}`
    if (noted === key) return undefined
    const timer = setTimeout(() => {
      noted = key
      void call(search.opened, { kind: 'finding', record: id, companyId }).catch(() => undefined)
    }, restMilliseconds)
    return () => clearTimeout(timer)
  }, [userId, id, companyId])
  return null
}
