import { Fragment, type ReactNode, useRef, useState } from 'react'

/** What the form of a record gets. */
export type EditingForm<Row> = {
  row: Row | undefined
  close: () => void
  /** Called with the record as the server stored it. */
  saved: (record: Row) => void
  /** Called instead when only a part of it was stored, and the form stays open. */
  changed: (record: Row) => void
}

/**
 * Form of a list for a new record or one of its rows; closes after saving, and `onSaved` reloads the list. A row that the
 * list still shows as it was before it was saved opens as it is stored.
 */
export function useEditing<Row extends { id: string; version: number }>(onSaved: () => void) {
  const [edited, setEdited] = useState<Row | 'new'>()
  const stored = useRef(new Map<string, Row>())
  const close = () => setEdited(undefined)
  const changed = (record: Row) => {
    stored.current.set(record.id, record)
    onSaved()
  }
  const saved = (record: Row) => {
    // The answer may come when this form was left and another one is open already, which stays.
    setEdited((now) => (now === edited ? undefined : now))
    changed(record)
  }
  return {
    add: () => setEdited('new'),
    edit: (row: Row) => {
      const last = stored.current.get(row.id)
      setEdited(last && last.version > row.version ? last : row)
    },
    /** The form while it is open, with a fresh state for each record. */
    form: (make: (form: EditingForm<Row>) => ReactNode): ReactNode =>
      edited === undefined ? null : (
        <Fragment key={edited === 'new' ? 'new' : edited.id}>
          {make({ row: edited === 'new' ? undefined : edited, close, saved, changed })}
        </Fragment>
      ),
  }
}
