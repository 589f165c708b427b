import { Fragment, type ReactNode, useState } from 'react'

type Form<Row> = { row: Row | undefined; close: () => void; saved: () => void }

/** Form of a list for a new record or one of its rows; closes after saving, and `onSaved` reloads the list. */
export function useEditing<Row extends { id: string }>(onSaved: () => void) {
  const [edited, setEdited] = useState<Row | 'new'>()
  const close = () => setEdited(undefined)
  const saved = () => {
    // The answer may come when this form was left and another one is open already, which stays.
    setEdited((now) => (now === edited ? undefined : now))
    onSaved()
  }
  return {
    add: () => setEdited('new'),
    edit: (row: Row) => setEdited(row),
    /** The form while it is open, with a fresh state for each record. */
    form: (make: (form: Form<Row>) => ReactNode): ReactNode =>
      edited === undefined ? null : (
        <Fragment key={edited === 'new' ? 'new' : edited.id}>
          {make({ row: edited === 'new' ? undefined : edited, close, saved })}
        </Fragment>
      ),
  }
}
