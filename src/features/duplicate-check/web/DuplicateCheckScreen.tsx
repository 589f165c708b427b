import { Button, Select, Textarea } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { BrandPick, useBrand } from '#features/brands/web/BrandPick.tsx'
import { withCompany, withPlatform } from '#features/brands/web/staff-scope.ts'
import { CompanyPick, useCompany } from '#features/companies/web/CompanyPick.tsx'
import { selectablePlatforms } from '#features/duplicate-check/rules.ts'
import { handRowsToUpload } from '#features/intake/web/handed-rows.ts'
import { FieldRow } from '#kit/web/FieldRow.tsx'
import { FilePick } from '#kit/web/FilePick.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import { platformOf, platforms } from '#platforms/all.ts'
import { type FindingPlatform, platformTitles } from '#vocabulary/platform-names.ts'
import { useFirstError } from '#kit/web/use-first-error.ts'
import classes from './DuplicateCheck.module.css'
import { ResultPanel } from './ResultPanel.tsx'
import { duplicateItems, uniqueItems } from './result-items.ts'
import { texts } from './texts.ts'
import { type DuplicateCheckForm, useDuplicateCheck } from './use-duplicate-check.ts'

/** Duplicate Check (S-083, S-084): which of the pasted addresses an upload would reject as duplicates. */
export function DuplicateCheckScreen() {
  const form = useDuplicateCheck()
  const { result, scope } = form
  const upload = useUploadOfUnique(form)
  const element = useFirstError(form.missing)
  return (
    <PageFrame title={texts.title}>
      <form
        noValidate
        className={classes['form']}
        ref={element}
        onSubmit={(event) => {
          event.preventDefault()
          form.check()
        }}
      >
        <CheckScope form={form} />
        <Content form={form} />
        <Button type="submit" loading={form.isChecking} className={classes['check']!}>
          {texts.check}
        </Button>
      </form>
      {result ? (
        <div className={classes['results']}>
          <ResultPanel title={texts.unique} items={uniqueItems(result)} empty={texts.noneUnique} fileName="unique-urls">
            <Button
              size="xs"
              disabled={!scope.brandId || upload.count === 0}
              title={scope.brandId ? undefined : texts.uploadHint}
              onClick={upload.open}
            >
              {texts.upload}
            </Button>
          </ResultPanel>
          <ResultPanel
            title={texts.duplicate}
            items={duplicateItems(result, scope)}
            empty={texts.noneDuplicate}
            fileName="duplicate-urls"
          />
        </div>
      ) : null}
    </PageFrame>
  )
}

/** Opens Upload Data with the unique addresses that an upload would accept. */
function useUploadOfUnique({ scope, result }: DuplicateCheckForm) {
  const navigate = useNavigate()
  const refused = new Set(result?.rejected.map(({ url }) => url))
  const urls = result?.uniqueUrls.filter((url) => !refused.has(url)) ?? []
  return {
    count: urls.length,
    open: () => {
      const { identity } = platformOf(scope.platform!)!
      handRowsToUpload({ scope, rows: urls.map((url, index) => ({ sn: index + 1, [identity]: url })) })
      void navigate({ to: '/data-upload' })
    },
  }
}

function CheckScope({ form }: { form: DuplicateCheckForm }) {
  const { scope, missing, changeScope } = form
  const company = useCompany(scope.companyId)
  const brand = useBrand(scope.brandId)
  return (
    <FieldRow isLabelled>
      <CompanyPick
        chosen={company}
        choose={(one) => changeScope({ ...withCompany(one?.id), platform: scope.platform })}
        error={missing === 'company' ? texts.missing.company : undefined}
        appearance={{ w: 240, required: true }}
      />
      <BrandPick
        companyId={scope.companyId}
        chosen={brand && { id: brand.id, name: brand.brandName }}
        choose={(one) => changeScope({ ...scope, brandId: one?.id })}
        clearable
        appearance={{ w: 240, placeholder: texts.allBrands }}
      />
      <Select
        label="Platform"
        required
        description={texts.onlySome(platformTitles(selectablePlatforms))}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        w={240}
        placeholder="Choose platform"
        data={platforms.map(({ value, title }) => ({
          value,
          label: title,
          disabled: !selectablePlatforms.includes(value as FindingPlatform),
        }))}
        value={scope.platform ?? null}
        error={missing === 'platform' ? texts.missing.platform : undefined}
        onChange={(value) => changeScope(withPlatform(scope, (value ?? undefined) as FindingPlatform | undefined))}
      />
    </FieldRow>
  )
}

function Content({ form }: { form: DuplicateCheckForm }) {
  const count = form.lines.length
  return (
    <div>
      <Textarea
        label={texts.content}
        required
        description={count === 0 ? texts.contentHint : texts.lineCount(count)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        rows={8}
        spellCheck={false}
        classNames={{ input: classes['lines']! }}
        value={form.content}
        error={form.problem ?? (form.missing === 'content' ? texts.missing.content : undefined)}
        onPaste={(event) => {
          if (!form.takes(event.clipboardData.getData('text/plain'))) event.preventDefault()
        }}
        onDrop={(event) => {
          if (!form.takes(event.dataTransfer.getData('text/plain'))) event.preventDefault()
        }}
        onChange={(event) => form.changeContent(event.currentTarget.value)}
      />
      <FilePick accept=".txt,text/plain" onFiles={([file]) => void form.readFile(file!)}>
        {(props) => (
          <Button {...props} mt="xs" size="xs" variant="default" leftSection={<IconUpload size={14} aria-hidden />}>
            {texts.file}
          </Button>
        )}
      </FilePick>
    </div>
  )
}
