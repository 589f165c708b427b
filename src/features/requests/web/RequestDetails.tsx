import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { OwnRequest } from '#features/requests/contract.ts'
import { useSettings } from '#kit/web/settings.ts'
import { showMoment } from '#vocabulary/dates.ts'
import classes from './Request.module.css'
import { statusMeanings } from './texts.ts'

/** All details of a request; `children` are additional lines for a role. */
export function RequestDetails({ request, children }: { request: OwnRequest; children?: ReactNode }) {
  const { businessZone } = useSettings()
  return (
    <dl className={classes.details}>
      <Line label="Address" text={request.domain} />
      <Line label="Remarks" text={request.remarks} />
      <Line label="Requested by" text={request.requestedBy} />
      <Line label="Status" text={`${request.status}. ${statusMeanings[request.status]}`} />
      <Line label="Reason" text={request.answer} />
      <Line label="Last change" text={showMoment(request.updatedAt, businessZone)} />
      {children}
    </dl>
  )
}

/** A label and a text; renders nothing when the text is empty. */
export function Line({ label, text }: { label: string; text: string }) {
  if (text === '') return null
  return (
    <div>
      <dt>{label}</dt>
      <Text component="dd" size="sm" m={0}>
        {text}
      </Text>
    </div>
  )
}
