import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type ClientRequest, requests } from '#features/requests/contract.ts'
import { toastInfo, toastError } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import type { GridRow } from '#kit/web/EditableGrid-rows.ts'
import { useChangeAddress } from '#kit/web/use-address.ts'
import { platformOf } from '#platforms/all.ts'
import { type FindingPlatformDefinition, isIdentifiedByDomain } from '#platforms/platform.ts'
import { normaliseDomain, refangAddress } from '#vocabulary/addresses.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import { uploadTexts } from './texts.ts'
import type { Upload } from './useUpload.ts'

/** The sheet row for a client request. It carries the request's id, so that saving it completes the request. */
export function rowOfRequest(platform: FindingPlatformDefinition, request: ClientRequest, sn: number): GridRow {
  return { sn, [platform.identity]: addressFor(platform, request.domain), clientRequest: request.id }
}

/**
 * A host name where the platform expects one, else the address with a protocol, which people often leave out or write so
 * that nobody opens it by accident (`hxxp://evil[.]test`).
 */
function addressFor(platform: FindingPlatformDefinition, requested: string): string {
  if (isIdentifiedByDomain(platform)) return normaliseDomain(requested)
  const address = refangAddress(requested)
  return /^https?:\/\//i.test(address) ? address : `https://${address}`
}

/**
 * Fills the sheet with the client requests named in the page address (?request=id,id) and then removes them from it, so
 * that a reload restores the draft instead. Asks before it replaces unsaved rows.
 */
export function useRequestedRows(upload: Upload, mayDiscard: () => Promise<boolean>): void {
  const changeAddress = useChangeAddress()
  const { request } = useSearch({ strict: false }) as { request?: string }
  const { isReady } = upload
  const handled = useRef<string>(undefined)
  useEffect(() => {
    if (!isReady || request === undefined || handled.current === request) return
    handled.current = request
    const loadRequests = async () => {
      await changeAddress(() => ({ search: {}, replace: true }))
      const { docs } = await call(requests.list, { ids: request, status: 'Taken', mine: 'true', perPage: 100 })
      const [first] = docs
      const platform = platformOf(first?.platform ?? '')
      if (!first || !platform) return toastError(uploadTexts.requestsGone)
      // A sheet holds one brand and platform.
      const sameSheet = docs.filter((one) => one.brand.id === first.brand.id && one.platform === first.platform)
      if (!(await mayDiscard())) return
      upload.startSheet(
        { companyId: first.company.id, brandId: first.brand.id, platform: platform.value as FindingPlatform },
        sameSheet.map((one, index) => rowOfRequest(platform, one, index + 1)),
      )
      toastInfo(uploadTexts.requestsOpened(sameSheet.length))
    }
    loadRequests().catch((error: unknown) => toastError(uploadTexts.requestsFailed, { cause: error }))
  })
}
