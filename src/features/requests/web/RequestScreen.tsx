import { Button, Group, Modal, Select, Text, Textarea, Title } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import type { User } from '#features/sessions/contract.ts'
import { useScope, useSession } from '#features/sessions/web/session-context.tsx'
import { useConfirm } from '#kit/web/Confirm.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { OwnRequests } from './OwnRequests.tsx'
import { RequestedData } from './RequestedData.tsx'
import { discardPrompt, texts } from './texts.ts'
import classes from './Request.module.css'
import { type RequestForm, useRequest } from './use-request.ts'

/** The client requests that staff look at addresses, and sees the status of earlier requests (C-117 to C-130). */
export function RequestScreen() {
  const { user } = useSession()
  const { brand } = useScope()
  if (!user || brand.id === null)
    return (
      <div className={classes.page}>
        <EmptyState title={texts.noBrand} hint={texts.noBrandHint} />
        <OwnRequests isAlone />
      </div>
    )
  return <BrandRequest key={brand.id} user={user} />
}

function BrandRequest({ user }: { user: User }) {
  const request = useRequest(user)
  const { form, brands, availablePlatforms, requested, busy, outcome, isLocked } = request
  const [confirmDiscard, confirmDialog] = useConfirm()
  const rows = requested.rows.length
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && !(await confirmDiscard(discardPrompt(rows))),
    enableBeforeUnload: () => rows > 0,
    disabled: rows === 0,
  })
  const renderSelect = (field: {
    name: keyof RequestForm
    label: string
    hint: string
    data: { value: string; label: string }[]
    change: (value: string | null) => Partial<RequestForm>
  }) => (
    <Select
      label={field.label}
      placeholder={field.hint}
      searchable
      nothingFoundMessage="Nothing found"
      data={field.data}
      value={form[field.name]}
      disabled={isLocked}
      onChange={(value) => request.change(field.change(value))}
    />
  )
  return (
    <div className={classes.page}>
      <Title order={1}>{texts.title}</Title>
      <form
        className={classes.form}
        aria-label={texts.title}
        onSubmit={(event) => {
          event.preventDefault()
          void request.upload()
        }}
      >
        <div className={classes.choices}>
          {renderSelect({
            name: 'company',
            label: texts.company,
            hint: texts.companyHint,
            data: (user.companyDetails ?? []).map(({ id, name }) => ({ value: id, label: name })),
            change: (company) => ({ company, brand: null, platform: null }),
          })}
          {renderSelect({
            name: 'brand',
            label: texts.brand,
            hint: texts.brandHint,
            data: brands.map(({ id, brandName }) => ({ value: id, label: brandName })),
            change: (brand) => ({ brand, platform: null }),
          })}
          {renderSelect({
            name: 'platform',
            label: texts.platform,
            hint: texts.platformHint,
            data: availablePlatforms.map(({ value, title }) => ({ value, label: title })),
            change: (platform) => ({ platform }),
          })}
        </div>
        <Textarea
          label={texts.lines}
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
          <Button disabled={rows === 0} loading={busy === 'submit'} onClick={() => void request.submit()}>
            {texts.submit}
          </Button>
        </Group>
      </form>
      <RequestedData
        brandName={request.brand?.brandName ?? ''}
        requested={requested}
        isBusy={busy !== undefined}
        onChange={request.edit}
        onClear={request.clear}
      />
      <OwnRequests />
      <Modal opened={outcome !== undefined} onClose={request.closeOutcome} title={outcome?.title} size="sm">
        {outcome?.messages.map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
        <Group justify="flex-end" mt="lg">
          <Button data-autofocus onClick={request.closeOutcome}>
            OK
          </Button>
        </Group>
      </Modal>
      {confirmDialog}
    </div>
  )
}
