import { Button, Drawer, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { BrandPick, useBrand } from '#features/brands/web/BrandPick.tsx'
import { CompanyPick, useCompany } from '#features/companies/web/CompanyPick.tsx'
import { toastSuccess } from '#kit/web/alerts.ts'
import { useConfirm } from '#kit/web/Confirm.tsx'
import { FilePick } from '#kit/web/FilePick.tsx'
import { FormFields } from '#kit/web/FormFields.tsx'
import { Restored } from '#kit/web/Restored.tsx'
import { useCloseInFront } from '#kit/web/use-close-in-front.ts'
import { useReturnFocus } from '#kit/web/use-return-focus.ts'
import classes from './DomainSearch.module.css'
import { scheduleTexts as texts } from './texts.ts'
import { useScheduleForm } from './use-schedule-form.ts'

type Props = { close: () => void; onSaved: () => void; onRefused: (error: unknown) => void }

/** The right-side modal 'Schedule new keywords' (S-094). Render it only while it is open. */
export function ScheduleDrawer({ close, onSaved, onRefused }: Props) {
  const [confirm, confirmation] = useConfirm()
  const form = useScheduleForm({
    onSaved: (message) => {
      toastSuccess(message)
      onSaved()
      close()
    },
    onRefused,
  })
  useReturnFocus()
  const leave = async () => {
    if (!form.isDirty || (await confirm(texts.leave))) close()
  }
  return (
    <>
      <Drawer
        opened
        {...useCloseInFront(() => void leave())}
        position="right"
        size="md"
        title={texts.add}
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void form.submit()
          }}
        >
          <Stack gap="sm">
            {form.discard ? <Restored discard={form.discard} /> : null}
            <Fields form={form} />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={() => void leave()}>
                {texts.close}
              </Button>
              <Button type="submit" loading={form.isSaving}>
                {texts.save}
              </Button>
            </Group>
          </Stack>
        </form>
      </Drawer>
      {confirmation}
    </>
  )
}

type Form = ReturnType<typeof useScheduleForm>

/** The brand, and its keywords: typed or from a file. */
function Fields({ form }: { form: Form }) {
  const { values, set, errors } = form
  const company = useCompany(values.company || undefined)
  const brand = useBrand(values.brand || undefined)
  return (
    <FormFields isSaving={form.isSaving}>
      <CompanyPick
        chosen={company}
        error={errors['company']}
        appearance={{ required: true, isFirst: true }}
        choose={(one) => {
          set('company', one?.id ?? '')
          set('brand', '')
        }}
      />
      <BrandPick
        companyId={values.company || undefined}
        chosen={brand && { id: brand.id, name: brand.brandName }}
        error={errors['brand']}
        appearance={{ required: true }}
        choose={(one) => set('brand', one?.id ?? '')}
      />
      <Textarea
        label={texts.keywords}
        description={form.count > 0 ? texts.keywordCount(form.count) : texts.keywordsHint}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        required
        rows={10}
        spellCheck={false}
        classNames={{ input: classes['lines']! }}
        value={values.keywords}
        error={form.problem ?? errors['keywords']}
        onChange={(event) => set('keywords', event.currentTarget.value)}
      />
      <KeywordFile error={form.fileError} onFile={form.addFile} />
    </FormFields>
  )
}

function KeywordFile({ error, onFile }: { error: string | undefined; onFile: (file: File) => Promise<void> }) {
  return (
    <div>
      <FilePick accept=".txt,text/plain" onFiles={([file]) => void onFile(file!)}>
        {(props) => (
          <Button {...props} size="xs" variant="default" leftSection={<IconUpload size={14} aria-hidden />}>
            {texts.file}
          </Button>
        )}
      </FilePick>
      {error ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={4}>
          {error}
        </Text>
      ) : null}
    </div>
  )
}
