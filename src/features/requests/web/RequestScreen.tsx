import { Button, Group, Select, Text, Textarea, Title } from '@mantine/core'
import { useState } from 'react'
import type { User } from '#features/sessions/contract-schemas.ts'
import { noBrands } from '#features/sessions/web/no-brands.ts'
import { useScope, useSession } from '#features/sessions/web/session-context.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { MessageDialog } from '#kit/web/MessageDialog.tsx'
import { useUnsavedGuard } from '#kit/web/staged-grid/use-unsaved-guard.ts'
import { OwnRequests } from './OwnRequests.tsx'
import { RequestedData } from './RequestedData.tsx'
import { discardPrompt, texts } from './texts.ts'
import classes from './Request.module.css'
import { type RequestState, type StoredRequest, useRequest } from './use-request.ts'

/** Brands that are offered by a button each; all of them are in the list at the top of the page. */
const maxOffered = 8

/** The client requests that staff look at addresses, and sees the status of earlier requests (C-117 to C-130). */
export function RequestScreen() {
  const { user, brands, chooseBrand } = useSession()
  const { brand } = useScope()
  const [stored] = useState<StoredRequest>(() => ({ lines: '', remarks: '', checked: new Map() }))
  if (!user || brand.id === null)
    return (
      <div className={classes.page}>
        {user && brands.length === 0 ? (
          <EmptyState {...noBrands} />
        ) : (
          <EmptyState title={texts.noBrand} hint={texts.noBrandHint}>
            <Group role="group" aria-label={texts.brand} justify="center" gap="xs">
              {brands.slice(0, maxOffered).map(({ id, brandName }) => (
                <Button key={id} variant="default" onClick={() => chooseBrand(id)}>
                  {brandName}
                </Button>
              ))}
            </Group>
          </EmptyState>
        )}
        <OwnRequests isAlone />
      </div>
    )
  return <BrandRequest key={brand.id} user={user} stored={stored} />
}

function BrandRequest({ user, stored }: { user: User; stored: StoredRequest }) {
  const request = useRequest(user, stored)
  const { unsent, requested, outcome } = request
  const [, dialog] = useUnsavedGuard(unsent, discardPrompt(unsent))
  return (
    <div className={classes.page}>
      <Title order={1}>{texts.title}</Title>
      <AddressForm user={user} request={request} />
      <RequestedData
        brandName={request.brand?.brandName ?? ''}
        requested={requested}
        isBusy={request.busy !== undefined}
        onChange={request.edit}
        onClear={request.clear}
      />
      <OwnRequests />
      <MessageDialog isOpen={outcome !== undefined} title={outcome?.title} close={request.closeOutcome}>
        {outcome?.messages.map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
      </MessageDialog>
      {dialog}
    </div>
  )
}

type FormProps = { user: User; request: RequestState }

/** Brand and platform, the addresses to look at, and the buttons for both steps. */
function AddressForm({ user, request }: FormProps) {
  const { form, requested, busy, isLocked } = request
  return (
    <form
      className={classes.form}
      aria-label={texts.title}
      onSubmit={(event) => {
        event.preventDefault()
        void request.upload()
      }}
    >
      <Choices user={user} request={request} />
      <Textarea
        label={texts.lines}
        withAsterisk
        placeholder={texts.linesHint}
        rows={5}
        value={form.lines}
        disabled={isLocked}
        onChange={(event) => request.change({ lines: event.currentTarget.value })}
      />
      <Textarea
        label={texts.remarks}
        rows={5}
        maxLength={1000}
        value={form.remarks}
        disabled={isLocked}
        onChange={(event) => request.change({ remarks: event.currentTarget.value })}
      />
      <Group className={classes.buttons} gap="xs">
        <Button type="submit" disabled={isLocked} loading={busy === 'upload'}>
          {texts.upload}
        </Button>
        <Button
          disabled={requested.rows.length === 0}
          loading={busy === 'submit'}
          onClick={() => void request.submit()}
        >
          {texts.submit}
        </Button>
      </Group>
    </form>
  )
}

function Choices({ user, request }: FormProps) {
  const { form, brands, availablePlatforms, isLocked, change } = request
  const shared = { searchable: true, nothingFoundMessage: 'Nothing found', disabled: isLocked }
  return (
    <div className={classes.choices}>
      <Select
        {...shared}
        label={texts.company}
        withAsterisk
        placeholder={texts.companyHint}
        data={(user.companyDetails ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={form.company}
        onChange={(company) => change({ company, brand: null, platform: null })}
      />
      <Select
        {...shared}
        label={texts.brand}
        withAsterisk
        placeholder={texts.brandHint}
        data={brands.map(({ id, brandName }) => ({ value: id, label: brandName }))}
        value={form.brand}
        onChange={(brand) => change({ brand, platform: null })}
      />
      <Select
        {...shared}
        label={texts.platform}
        withAsterisk
        placeholder={texts.platformHint}
        data={availablePlatforms.map(({ value, title }) => ({ value, label: title }))}
        value={form.platform}
        onChange={(platform) => change({ platform })}
      />
    </div>
  )
}
