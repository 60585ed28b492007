# Updates that Windows Update offers and that are not installed. Changes nothing.
$ErrorActionPreference = 'Stop'
$searcher = (New-Object -ComObject Microsoft.Update.Session).CreateUpdateSearcher()
$found = $searcher.Search('IsInstalled=0 and IsHidden=0').Updates
$found | ForEach-Object {
    [pscustomobject]@{
        KB = ($_.KBArticleIDs | ForEach-Object { "KB$_" }) -join ' '
        Severity = $_.MsrcSeverity
        SizeMiB = [math]::Round($_.MaxDownloadSize / 1MB, 1)
        Title = $_.Title
    }
} | Sort-Object Severity, Title | Format-Table -AutoSize | Out-String -Width 200
"$($found.Count) updates"
