import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { DataRecord } from '#features/history/contract.ts'
import { showMoment } from '#vocabulary/dates.ts'
import { recordLink } from './data-log-view.ts'
import { sentenceOf, texts } from './texts.ts'
import classes from './Log.module.css'

/** One change: its sentence, what it was about, and on demand which fields changed. */
export function DataLogLine({ record, zone }: { record: DataRecord; zone: string }) {
  return (
    <li>
      <p className={classes.sentence}>
        {sentenceOf(record)} <time dateTime={record.createdAt}>{showMoment(record.createdAt, zone)}</time>
      </p>
      <Subject record={record} />
      {record.changes.length > 0 ? <Changes changes={record.changes} /> : null}
    </li>
  )
}

/** The subject, which leads to its record, and the company where the subject does not name it. */
function Subject({ record }: { record: DataRecord }) {
  const { subject, company, takenOut } = record
  // The sentence of an export says both.
  if (takenOut !== null) return null
  const link = recordLink(record)
  const others = company !== '' && !subject.includes(company) ? company : ''
  if (subject === '' && others === '') return null
  return (
    <p className={classes.subject}>
      {link ? (
        // The routes come from a list, so the router cannot type their search parameters; all of them are strings.
        <Anchor component={Link} to={link.to} search={link.search as never} inherit>
          {subject}
        </Anchor>
      ) : (
        subject
      )}
      {others === '' ? null : <span className={classes.company}>{others}</span>}
    </p>
  )
}

function Changes({ changes }: Pick<DataRecord, 'changes'>) {
  return (
    <details className={classes.fields}>
      <summary>{texts.fieldsChanged(changes.length)}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            <th scope="col">{texts.before}</th>
            <th scope="col">{texts.after}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }, at) => (
            <tr key={`${at} ${field}`}>
              <th scope="row">{field}</th>
              <td>{before || texts.blank}</td>
              <td>{after || texts.blank}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
